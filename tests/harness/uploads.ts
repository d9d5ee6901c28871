import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { AppError } from "../../server/errors.ts";
import { serverOptions } from "../../server/http/request-listener.ts";
import { createUploads, type UploadKind, type Uploads } from "../../server/http/uploads.ts";
import type { Services } from "../../server/services.ts";

// Requests of the upload protocol (tus) as a browser sends them, and a server that answers them.

/** Accounts that need not be there: `X-User` says who asks, `X-Scopes` what their key may do. */
export const owner = "00000000-0000-4000-8000-000000000001";
export const stranger = "00000000-0000-4000-8000-000000000002";
export const content = randomBytes(300_000);

export interface Counter {
  kind: UploadKind;
  taken: Buffer[];
  refuseWith?: AppError;
}

/** A kind that keeps what it is given, and refuses what is named so. */
export function keeping(): Counter {
  const counter: Counter = {
    taken: [],
    kind: {
      admit(file) {
        if (file.size > 1_000_000) throw new AppError("too-large", "Too large");
      },
      async accept(_services, _userId, file) {
        if (counter.refuseWith) throw counter.refuseWith;
        counter.taken.push(await readFile(file.path));
        return { title: file.name };
      },
    },
  };
  return counter;
}

/** A server for uploads of one kind, for as long as the test lasts. */
export async function serve(
  services: Services,
  kind: UploadKind,
): Promise<{ uploads: Uploads; address: string }> {
  const uploads = await createUploads(services, { track: kind });
  const server = createServer(serverOptions, (request, response) => {
    const { "x-user": userId = owner, "x-scopes": scopes } = request.headers;
    uploads.handle(request, response, async () => ({
      userId: String(userId),
      ...(scopes !== undefined && { scopes: String(scopes).split(" ") }),
    }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const bound = server.address();
  return { uploads, address: `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}` };
}

export const tus = { "Tus-Resumable": "1.0.0" };
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

export function create(
  address: string,
  size = content.length,
  kind = "track",
  about: Record<string, string> = {},
  user = owner,
  headers: Record<string, string> = {},
) {
  return fetch(`${address}/upload`, {
    method: "POST",
    headers: {
      ...tus,
      ...headers,
      "X-User": user,
      "Upload-Length": String(size),
      "Upload-Metadata": metadata({ ...about, kind, filename: "song.mp3", filetype: "audio/mpeg" }),
    },
  });
}

export function send(
  address: string,
  path: string,
  from: number,
  to = content.length,
  user = owner,
  headers: Record<string, string> = {},
) {
  return fetch(address + path, {
    method: "PATCH",
    headers: {
      ...tus,
      ...headers,
      "Upload-Offset": String(from),
      "Content-Type": "application/offset+octet-stream",
      "X-User": user,
    },
    body: content.subarray(from, to),
  });
}

export const offsetOf = (address: string, path: string, user = owner) =>
  fetch(address + path, { method: "HEAD", headers: { ...tus, "X-User": user } });

/** @returns the upload's path */
export async function begin(address: string, user = owner): Promise<string> {
  return (await create(address, content.length, "track", {}, user)).headers.get("location") ?? "";
}
