import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { S3Settings } from "../../server/config.ts";

/**
 * A small S3-compatible server on loopback for the adapter's tests: objects, their ranges, listing in pages. It works
 * every signature out for itself (AWS Signature Version 4, in the header) and refuses wrong ones, which the mock
 * servers on npm do not. One bucket, addressed by path, kept in a temporary folder.
 */
export interface S3Server {
  settings: S3Settings;
  /** "GET /bucket/key", in order of arrival. */
  requests: string[];
  /** Object bodies being sent right now. */
  openReads: number;
  /** While set, every request is answered with this status, or never when it is "silence". */
  outage: number | "silence" | undefined;
  /** Makes a stored object, by its key, that much older. */
  age(key: string, ms: number): void;
  close(): Promise<void>;
}

interface StoredObject {
  key: string;
  file: string;
  size: number;
  etag: string;
  contentType: string;
  modified: Date;
}

class S3Error extends Error {
  status: number;
  code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** S3 may answer with fewer than it was asked for. */
const largestPage = 50;
const clockSkewMs = 15 * 60 * 1000;
const region = "test-region-1";

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-s3-"));
  const objects = new Map<string, StoredObject>();
  let files = 0;

  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy();
      const { status, code } = error instanceof S3Error ? error : new S3Error(500, "InternalError");
      request.resume();
      response.writeHead(status, { "Content-Type": "application/xml" });
      response.end(request.method === "HEAD" ? "" : `<Error><Code>${code}</Code></Error>`);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  const server: S3Server = {
    settings: {
      endpoint: `http://127.0.0.1:${address.port}`,
      bucket: "handbill-test",
      region,
      accessKeyId: `AK${randomBytes(8).toString("hex")}`,
      secretAccessKey: randomBytes(20).toString("base64"),
    },
    requests: [],
    openReads: 0,
    outage: undefined,
    age(key, ms) {
      const object = objects.get(key);
      if (object) object.modified = new Date(object.modified.getTime() - ms);
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", server.settings.endpoint);
    server.requests.push(`${request.method} ${url.pathname}`);
    if (server.outage === "silence") return;
    if (server.outage) throw new S3Error(server.outage, "ServiceUnavailable");
    verifySignature(request, url, server.settings);

    const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    if (bucket !== server.settings.bucket) throw new S3Error(404, "NoSuchBucket");
    const key = rest.join("/");

    if (!key) return answerForBucket(request, response, url.searchParams);
    if (request.method === "PUT") return putObject(request, response, key);
    if (request.method === "GET" || request.method === "HEAD") return sendObject(request, response, key);
    if (request.method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    throw new S3Error(405, "MethodNotAllowed");
  }

  function answerForBucket(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    if (request.method === "HEAD") return void response.writeHead(200).end();
    if (request.method !== "GET" || query.get("list-type") !== "2") throw new S3Error(501, "NotImplemented");
    const after = query.get("continuation-token") ?? "";
    const limit = Math.min(Number(query.get("max-keys") ?? 1000), largestPage);
    const found = [...objects.values()]
      .filter(({ key }) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const contents = page.map(
      ({ key, size, etag, modified }) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified>` +
        `<ETag>${escaped(etag)}</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    );
    const more = found.length > page.length && last;
    response.writeHead(200, { "Content-Type": "application/xml" });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><KeyCount>${page.length}</KeyCount>` +
        `<IsTruncated>${Boolean(more)}</IsTruncated>` +
        (more ? `<NextContinuationToken>${escaped(last.key)}</NextContinuationToken>` : "") +
        `${contents.join("")}</ListBucketResult>`,
    );
  }

  async function putObject(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const { file, size, md5 } = await received(request);
    const etag = `"${md5}"`;
    const contentType = request.headers["content-type"] ?? "binary/octet-stream";
    const modified = new Date();
    // Times have whole seconds in headers, so everywhere.
    modified.setMilliseconds(0);
    objects.set(key, { key, file, size, etag, contentType, modified });
    response.writeHead(200, { ETag: etag }).end();
  }

  async function sendObject(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const object = objects.get(key);
    if (!object) throw new S3Error(404, "NoSuchKey");
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(Number(range?.[2] || object.size), object.size - 1);
    if (range && start >= object.size) throw new S3Error(416, "InvalidRange");
    response.writeHead(range ? 206 : 200, {
      "Content-Type": object.contentType,
      "Content-Length": end - start + 1,
      ETag: object.etag,
      "Last-Modified": object.modified.toUTCString(),
      "Accept-Ranges": "bytes",
      ...(range && { "Content-Range": `bytes ${start}-${end}/${object.size}` }),
    });
    if (request.method === "HEAD" || object.size === 0) return void response.end();
    server.openReads += 1;
    try {
      await pipeline(createReadStream(object.file, { start, end }), response);
    } finally {
      server.openReads -= 1;
    }
  }

  async function received(request: IncomingMessage): Promise<{ file: string; size: number; md5: string }> {
    const file = nextFile();
    const md5 = createHash("md5");
    const sha256 = createHash("sha256");
    await pipeline(
      request,
      async function* (chunks) {
        for await (const chunk of chunks) {
          md5.update(chunk);
          sha256.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(file),
    );
    const claimed = request.headers["x-amz-content-sha256"];
    if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256.digest("hex")) {
      throw new S3Error(400, "XAmzContentSHA256Mismatch");
    }
    const { size } = await stat(file);
    if (size !== Number(request.headers["content-length"] ?? 0)) throw new S3Error(400, "IncompleteBody");
    return { file, size, md5: md5.digest("hex") };
  }

  function nextFile(): string {
    files += 1;
    return join(folder, String(files));
  }
}

/** Throws S3's error for a request whose signature does not fit it. */
function verifySignature(request: IncomingMessage, url: URL, settings: S3Settings): void {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!authorization) throw new S3Error(403, "AccessDenied");
  const [, credential = "", signedHeaders = "", signature = ""] = authorization;
  const [accessKeyId, day = "", scopeRegion, service, terminator] = credential.split("/");
  if (accessKeyId !== settings.accessKeyId) throw new S3Error(403, "InvalidAccessKeyId");
  if (scopeRegion !== settings.region || service !== "s3" || terminator !== "aws4_request") {
    throw new S3Error(400, "AuthorizationHeaderMalformed");
  }

  const time = String(request.headers["x-amz-date"]);
  const [, date, hours, minutes, seconds] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  if (date === undefined || date !== day) throw new S3Error(403, "AccessDenied");
  const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hours}:${minutes}:${seconds}Z`;
  if (Math.abs(Date.parse(iso) - Date.now()) > clockSkewMs) throw new S3Error(403, "RequestTimeTooSkewed");

  const names = signedHeaders.split(";");
  const mustSign = Object.keys(request.headers).filter(
    (name) => name === "host" || name.startsWith("x-amz-"),
  );
  if (!mustSign.every((name) => names.includes(name))) throw new S3Error(403, "AccessDenied");

  const canonicalQuery = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const canonicalRequest = [
    request.method,
    url.pathname.split("/").map(decodeURIComponent).map(encoded).join("/"),
    canonicalQuery,
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? "")
          .trim()
          .replace(/ +/g, " ")}`,
    ),
    "",
    signedHeaders,
    String(request.headers["x-amz-content-sha256"]),
  ].join("\n");
  const stringToSign = [
    "AWS4-HMAC-SHA256",
    time,
    `${day}/${settings.region}/s3/aws4_request`,
    createHash("sha256").update(canonicalRequest).digest("hex"),
  ].join("\n");
  const key = [day, settings.region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${settings.secretAccessKey}`,
  );
  const expected = createHmac("sha256", key).update(stringToSign).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) {
    throw new S3Error(403, "SignatureDoesNotMatch");
  }
}

/** The percent-encoding that signatures are made over (RFC 3986). */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
