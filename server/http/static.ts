import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { assetsPath } from "../../app/shared/server-paths.ts";
import { outcomeOf } from "./conditions.ts";

interface StaticFile {
  type: string;
  etag: string;
  modified: Date;
  cacheControl: string;
  plain: Buffer;
  brotli: Buffer | undefined;
}

const typeOf: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * Serves the built client files from memory: they are few, they are small, and no address can leave the folder. A file
 * that isn't compressed can be had in ranges; some browsers play no video without.
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
    const hashed = address.startsWith(`${assetsPath}/`);
    files.set(address, {
      type,
      etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
      modified: (await stat(path)).mtime,
      cacheControl: hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      plain,
      brotli: await readFile(`${path}.br`).catch(() => undefined),
    });
  }

  return (request, response, path) => {
    const file = files.get(path);
    const { method, headers } = request;
    if (!file || (method !== "GET" && method !== "HEAD")) return false;
    const { brotli, etag, modified, plain } = file;
    const usedHeaders = brotli ? { ...headers, range: undefined } : headers;
    const outcome = outcomeOf(method, usedHeaders, { etag, modified, size: plain.length });

    response.setHeader("Cache-Control", file.cacheControl);
    response.setHeader("ETag", etag);
    response.setHeader("Last-Modified", modified.toUTCString());
    if (brotli) response.setHeader("Vary", "Accept-Encoding");
    else response.setHeader("Accept-Ranges", "bytes");
    if (outcome.status === 304 || outcome.status === 412) {
      response.writeHead(outcome.status).end();
      return true;
    }
    if (outcome.status === 416) {
      response.writeHead(416, { "Content-Range": `bytes */${plain.length}` }).end();
      return true;
    }

    let body = plain;
    if (outcome.status === 206) {
      const { start, end } = outcome.range;
      body = plain.subarray(start, end + 1);
      response.setHeader("Content-Range", `bytes ${start}-${end}/${plain.length}`);
    } else if (brotli && /\bbr\b/.test(headers["accept-encoding"] ?? "")) {
      body = brotli;
      response.setHeader("Content-Encoding", "br");
    }
    response.writeHead(outcome.status, { "Content-Type": file.type, "Content-Length": body.length });
    response.end(method === "HEAD" ? undefined : body);
    return true;
  };
}
