import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";

interface StaticFile {
  type: string;
  etag: string;
  cacheControl: string;
  plain: Buffer;
  brotli: Buffer | undefined;
}

const typeOf: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * Serves the built client files from memory: they are few, they are small, and no address can leave the folder.
 * @param directory the build's client folder
 * @returns true when the request was for one of them and has been answered
 */
export async function createStatic(
  directory: string,
): Promise<(request: IncomingMessage, response: ServerResponse, path: string) => boolean> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const type = typeOf[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(directory, path).split(sep).join("/")}`;
    const plain = await readFile(path);
    const hashed = address.startsWith("/assets/");
    files.set(address, {
      type,
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
      cacheControl: hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      plain,
      brotli: await readFile(`${path}.br`).catch(() => undefined),
    });
  }

  return (request, response, path) => {
    const file = files.get(path);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
    const acceptsBrotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
    const body = (acceptsBrotli && file.brotli) || file.plain;
    response.setHeader("Cache-Control", file.cacheControl);
    response.setHeader("ETag", file.etag);
    if (file.brotli) response.setHeader("Vary", "Accept-Encoding");
    if (request.headers["if-none-match"] === file.etag) {
      response.writeHead(304).end();
      return true;
    }
    if (body === file.brotli) response.setHeader("Content-Encoding", "br");
    response.writeHead(200, { "Content-Type": file.type, "Content-Length": body.length });
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  };
}
