import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import { MemoryLocker, Server, type Upload } from "@tus/server";
import { AppError } from "../errors.ts";
import { requireRoomFor } from "../quota.ts";
import { letGo } from "../removal.ts";
import type { Services } from "../services.ts";

/** What the browser says of a file before it sends it; nothing of it is believed later. */
export interface AnnouncedFile {
  name: string;
  /** Bytes. */
  size: number;
  type: string;
  /** What else its sender says of it, such as which track a cover is for. */
  about: Readonly<Record<string, string>>;
}

/** A file that has arrived whole and waits on the local disk. */
export interface StagedFile {
  /** Random and url-safe; the same on every try, so that storing twice stores once. */
  id: string;
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  /** As it was announced. */
  about: Readonly<Record<string, string>>;
}

/** What a feature does with the files of one kind. Found in the features' `uploads.server.ts`. */
export interface UploadKind {
  /** Refuses what can be refused before the first byte travels; whether there is room is looked after. @throws AppError */
  admit(file: AnnouncedFile, services: Services, userId: string): void | Promise<void>;
  /**
   * Checks the content, stores it and writes its row. May run again for the same `file.id` after a crash.
   * What it returns goes to the browser as JSON. @throws AppError when the content is refused; what it has stored until
   * then is removed
   */
  accept(services: Services, userId: string, file: StagedFile): Promise<unknown>;
}

export interface Uploads {
  handle(request: IncomingMessage, response: ServerResponse, userId: string): Promise<void>;
  /**
   * Takes over uploads that had arrived whole when a process died, then removes those nobody came back for.
   * For the start, and now and then.
   */
  sweep(): Promise<void>;
}

export const uploadsPath = "/upload";

/** An unfinished upload can be resumed for this long. */
const keptForMs = 24 * 60 * 60 * 1000;
const unexpectedText = "Upload failed: something unexpected happened. Please try again.";

/**
 * Resumable uploads (tus). Files are always staged on the local disk and handed to their feature when whole; an
 * upload's id begins with a digest of its owner's id, so that nobody can name another's.
 */
export async function createUploads(
  services: Services,
  kinds: Readonly<Record<string, UploadKind>>,
): Promise<Uploads> {
  const directory = join(services.config.dataDir, "staging");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory, expirationPeriodInMilliseconds: keptForMs });
  const kindNamed = new Map(Object.entries(kinds));
  const owners = new WeakMap<object, string>();
  const accepting = new Map<string, Promise<string>>();

  const server = new Server({
    path: uploadsPath,
    datastore: store,
    locker: new MemoryLocker(),
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction: (request) => `${ownerMark(ownerOf(request))}-${randomUUID()}`,
    async onIncomingRequest(request, id) {
      if (id && !id.startsWith(`${ownerMark(ownerOf(request))}-`)) {
        throw refusal(new AppError("not-found", "This upload does not exist."));
      }
      // Whoever asks how far a whole upload got has missed the last answer, or the taking over failed for a while.
      if (request.method === "HEAD") {
        const waiting = await waitingUpload(id);
        if (waiting) {
          await acceptOnce(waiting).catch((error: unknown) => {
            throw refusal(error);
          });
        }
      }
    },
    async onUploadCreate(request, upload) {
      const kind = kindNamed.get(upload.metadata?.kind ?? "");
      if (!kind || upload.size === undefined) {
        throw refusal(new AppError("invalid", "This upload is of an unknown kind."));
      }
      const owner = ownerOf(request);
      const { filename, filetype } = upload.metadata ?? {};
      const about = aboutOf(upload);
      try {
        const file = { name: filename ?? "", size: upload.size, type: filetype ?? "", about };
        await kind.admit(file, services, owner);
        const coming = upload.size + (await waitingBytes(owner));
        await services.db.asMusician(owner).read((tx) => requireRoomFor(tx, services.config, owner, coming));
      } catch (error) {
        throw refusal(error);
      }
      return { metadata: { ...upload.metadata, owner } };
    },
    async onUploadFinish(_request, upload) {
      try {
        return {
          status_code: 200,
          headers: { "Content-Type": "application/json" },
          body: await acceptOnce(upload),
        };
      } catch (error) {
        throw refusal(error);
      }
    },
    onResponseError: (_request, error) => {
      if ("status_code" in error) {
        // Some part of the protocol that isn't offered here: whoever asked for it is at fault.
        return error.status_code === 501 ? { status_code: 400, body: error.body } : undefined;
      }
      services.log.error({ err: error }, "upload failed");
      return { status_code: 500, body: unexpectedText };
    },
  });

  function ownerOf(request: { runtime?: { node?: { req: unknown } } | undefined }): string {
    const incoming = request.runtime?.node?.req;
    const owner = typeof incoming === "object" && incoming !== null ? owners.get(incoming) : undefined;
    if (!owner) throw refusal(new AppError("unauthenticated", "Please sign in to continue."));
    return owner;
  }

  /** The upload when it has arrived whole and was not taken over yet. */
  async function waitingUpload(id: string): Promise<Upload | undefined> {
    const upload = await store.getUpload(id).catch(() => undefined);
    const whole = upload && upload.offset === upload.size;
    return whole && !(await isOnlyItsLength(join(directory, id))) ? upload : undefined;
  }

  function acceptOnce(upload: Upload): Promise<string> {
    const running = accepting.get(upload.id) ?? accept(upload).finally(() => accepting.delete(upload.id));
    accepting.set(upload.id, running);
    return running;
  }

  async function accept(upload: Upload): Promise<string> {
    const { kind: kindName, owner, filename } = upload.metadata ?? {};
    const kind = kindNamed.get(kindName ?? "");
    const path = join(directory, upload.id);
    if (!owner || !kind) throw new Error(`upload ${upload.id} has no owner or kind`);
    const stored: string[] = [];
    const put: Services["storage"]["put"] = (path, source, info) => {
      stored.push(path);
      return services.storage.put(path, source, info);
    };
    try {
      const file = {
        id: upload.id,
        path,
        name: filename ?? "",
        size: upload.size ?? 0,
        about: aboutOf(upload),
      };
      const recording = { ...services, storage: { ...services.storage, put } };
      const result = await kind.accept(recording, owner, file);
      await keepOnlyItsLength(path, file.size);
      return JSON.stringify(result);
    } catch (error) {
      if (error instanceof AppError && error.kind !== "unavailable") {
        await store.remove(upload.id);
        await letGo(services.db, stored);
      }
      throw error;
    }
  }

  /** Bytes announced by this account's uploads that are still on their way: each may yet need its room. */
  async function waitingBytes(owner: string): Promise<number> {
    let bytes = 0;
    for (const name of await readdir(directory)) {
      if (name.endsWith(".json") || !name.startsWith(`${ownerMark(owner)}-`)) continue;
      const upload = await store.getUpload(name).catch(() => undefined);
      if (upload && !(await isOnlyItsLength(join(directory, name)))) bytes += upload.size ?? 0;
    }
    return bytes;
  }

  /** Turns what a kind throws into what the upload library answers with. */
  function refusal(error: unknown): { status_code: number; body: string } {
    if (error instanceof AppError) return { status_code: error.status, body: error.publicText };
    services.log.error({ err: error }, "upload failed");
    return { status_code: 500, body: unexpectedText };
  }

  return {
    async handle(request, response, userId) {
      if (request.method === "GET") {
        response.writeHead(405, { Allow: "POST, HEAD, PATCH, DELETE, OPTIONS" }).end();
        return;
      }
      owners.set(request, userId);
      await server.handle(request, response);
    },
    async sweep() {
      for (const name of await readdir(directory)) {
        if (name.endsWith(".json")) continue;
        const upload = await store.getUpload(name).catch(() => undefined);
        if (!upload) {
          await rm(join(directory, name), { force: true });
        } else if (upload.offset === upload.size && !(await isOnlyItsLength(join(directory, name)))) {
          await acceptOnce(upload).catch((error: unknown) =>
            services.log.warn(
              { err: error, upload: name },
              "an upload that had arrived could not be taken over",
            ),
          );
        }
      }
      await store.deleteExpired();
    },
  };
}

/** What the sender said beyond what every upload says. */
function aboutOf({ metadata = {} }: Upload): Record<string, string> {
  const own = ["kind", "filename", "filetype", "owner"];
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) =>
      own.includes(name) || value === null ? [] : [[name, value]],
    ),
  );
}

/** Ties an upload's id to its owner without giving the owner's id away. */
function ownerMark(userId: string): string {
  return createHash("sha256").update(userId).digest("hex").slice(0, 16);
}

/**
 * A browser that lost the last answer asks how far its upload got: a hole of the full length still answers "whole"
 * and takes no room. It expires with the rest.
 */
async function keepOnlyItsLength(path: string, size: number): Promise<void> {
  await rm(path, { force: true });
  const hole = await open(path, "wx");
  try {
    await hole.truncate(size);
  } finally {
    await hole.close();
  }
}

async function isOnlyItsLength(path: string): Promise<boolean> {
  const { size, blocks } = await stat(path);
  return size > 0 && blocks === 0;
}
