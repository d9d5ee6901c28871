import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { ERRORS, type Locker, Server, type Upload } from "@tus/server";
import type { ApiArea } from "../../app/shared/api-areas.ts";
import { uploadPath } from "../../app/shared/server-paths.ts";
import { t } from "../../app/shared/t.ts";
import { tooLargeText } from "../../app/shared/upload-limits.ts";
import { requireScope } from "../api/keys.ts";
import { AppError } from "../errors.ts";
import { diskFull, requireDiskSpace } from "../files/disk-full.ts";
import { openDiskStaging } from "../files/disk-staging.ts";
import { requireRoomFor } from "../files/quota.ts";
import { scheduleDeletion } from "../files/removal.ts";
import { openSharedStaging } from "../files/shared-staging.ts";
import { keptForMs, ownerMark } from "../files/staging.ts";
import type { Semaphores } from "../semaphores.ts";
import type { Services } from "../services.ts";
import { watched } from "../watching.ts";
import type { LimitRule } from "./limits.ts";

/** The browser's description of a file before it sends it; none of it is trusted later. */
export interface AnnouncedFile {
  name: string;
  /** Bytes. */
  size: number;
  type: string;
  /** Further metadata of the sender, such as the track that a cover is for. */
  about: Readonly<Record<string, string>>;
}

/** A file that has arrived whole, on the local disk. */
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

/** How a feature handles the files of one kind. Found in the features' `uploads.server.ts`. */
export interface UploadKind {
  /** A key to the API that may write this sends it too; without, a session alone does. */
  area?: ApiArea;
  /** Refuses what can be refused before the first byte travels; room and numbers are looked after. @throws AppError */
  admit(file: AnnouncedFile, services: Services, userId: string): void | Promise<void>;
  /**
   * Checks the content, stores it and writes its row. May run again for the same `file.id` after a crash.
   * The returned value goes to the browser as JSON. @throws AppError when the content is refused; files it has stored
   * until then are removed
   */
  accept(services: Services, userId: string, file: StagedFile): Promise<unknown>;
}

/** The account that sends, and what its key may do; without scopes it has a session, which may do everything. */
export interface Sender {
  userId: string;
  scopes?: readonly string[];
}

export interface Uploads {
  /**
   * @param senderNow who asks, as it is by now: asked for again when a file is whole, since its last piece may have come for
   * minutes. @throws AppError
   */
  handle(request: IncomingMessage, response: ServerResponse, senderNow: () => Promise<Sender>): Promise<void>;
  /**
   * Takes over uploads that had arrived whole when a process died, then removes abandoned uploads and the leftovers of
   * a crash.
   * For the start, and now and then.
   */
  cleanUp(): Promise<void>;
}

/** A request as the upload library hands it on. */
type Asked = { runtime?: { node?: { req: unknown } } | undefined };

/** Uploads that an account may announce; each costs about a second of checking when it has arrived. */
const announcements: LimitRule = { name: "upload", tries: 40, windowSeconds: 60 };
/** Unfinished uploads of one account: a browser sends one file after the other. */
const mostUnfinished = 20;
/** One that nothing has arrived for in this time makes way for a new one. */
const restingAfterMs = 60 * 60 * 1000;
/** How long a request waits until the one before it has ended. */
const lockWithinMs = 30_000;

/**
 * Resumable uploads (tus). Files wait until they are whole, on the local disk or, with S3, where every server finds them, and
 * are handed to their feature then. An upload's id begins with a digest of its owner's id, so that no account can name
 * another's.
 */
export async function createUploads(
  services: Services,
  kinds: Readonly<Record<string, UploadKind>>,
): Promise<Uploads> {
  const directory = join(services.config.dataDir, "staging");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const staging = services.config.s3
    ? openSharedStaging(services, directory)
    : openDiskStaging(directory, services.semaphores);
  const kindNamed = new Map(Object.entries(kinds));
  const senders = new WeakMap<object, Sender & { now(): Promise<Sender> }>();
  const accepting = new Map<string, Promise<string>>();

  const server = new Server({
    path: uploadPath,
    datastore: staging.store,
    locker: lockerOf(services.semaphores),
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction: (request) => `${ownerMark(ownerOf(request))}-${randomUUID()}`,
    async onIncomingRequest(request, id) {
      if (id && !id.startsWith(`${ownerMark(ownerOf(request))}-`)) {
        throw refusal(new AppError("not-found", t("This upload does not exist.")));
      }
      // A browser that asks for the offset of a whole upload has missed the last answer, or taking the file over failed
      // for a while.
      if (request.method === "HEAD") {
        const waiting = await staging.waiting(id);
        if (waiting) {
          await acceptOnce(waiting).catch((error: unknown) => {
            throw refusal(error);
          });
        }
      }
    },
    async onUploadCreate(request, upload) {
      const kindName = upload.metadata?.kind ?? "";
      const kind = kindNamed.get(kindName);
      if (!kind || upload.size === undefined) {
        throw refusal(new AppError("invalid", t("This upload is of an unknown kind.")));
      }
      const sender = senderOf(request);
      const owner = sender.userId;
      const { filename, filetype } = upload.metadata ?? {};
      const about = aboutOf(upload);
      const admit = async (size: number) => {
        requireKind(sender, kind);
        await services.limits.spend(announcements, owner);
        const file = { name: filename ?? "", size, type: filetype ?? "", about };
        await kind.admit(file, services, owner);
        const tooLarge = tooLargeText(file);
        if (tooLarge) throw new AppError("too-large", tooLarge);
        const arriving = await makeWay(owner);
        await services.db
          .asMusician(owner)
          .read((tx) => requireRoomFor(tx, services.config, owner, { size: file.size, arriving }));
        await requireDiskSpace(directory, size);
      };
      const { size } = upload;
      await watched({ kind: "announced upload", name: kindName }, () => admit(size)).catch(
        (error: unknown) => {
          throw refusal(error);
        },
      );
      return { metadata: { ...upload.metadata, owner } };
    },
    async onUploadFinish(request, upload) {
      try {
        await requireSameOwner(request, upload);
        return {
          status_code: 200,
          headers: { "Content-Type": "application/json" },
          body: await acceptOnce(upload),
        };
      } catch (error) {
        throw refusal(error);
      }
    },
    onResponseError: (request, error) => {
      if ("retryAfterSeconds" in error && error.retryAfterSeconds) {
        request.runtime?.node?.res?.setHeader("Retry-After", String(error.retryAfterSeconds));
      }
      if (!("status_code" in error)) return refusal(error);
      // A part of the protocol that isn't offered here: the client is at fault.
      return error.status_code === 501 ? { status_code: 400, body: error.body } : undefined;
    },
  });

  function senderOf(request: Asked) {
    const incoming = request.runtime?.node?.req;
    const sender = typeof incoming === "object" && incoming !== null ? senders.get(incoming) : undefined;
    if (!sender) throw refusal(new AppError("unauthenticated", t("Please sign in to continue.")));
    return sender;
  }

  function ownerOf(request: Asked): string {
    return senderOf(request).userId;
  }

  /** @throws AppError `forbidden` */
  function requireKind({ scopes }: Sender, { area }: UploadKind): void {
    if (!scopes) return;
    if (!area) throw new AppError("forbidden", t("Such a file is sent with a session, not with a key."));
    requireScope(scopes, `${area}:write`);
  }

  /** Removes an upload whose sender may no longer send when it is whole. @throws AppError */
  async function requireSameOwner(request: Asked, upload: Upload): Promise<void> {
    const sender = senderOf(request);
    try {
      const now = await sender.now();
      if (now.userId !== sender.userId) throw new AppError("forbidden", t("This upload isn't yours."));
      const kind = kindNamed.get(upload.metadata?.kind ?? "");
      if (kind) requireKind(now, kind);
    } catch (error) {
      if (error instanceof AppError && !mayPass(error)) await staging.remove(upload.id);
      throw error;
    }
  }

  function acceptOnce(upload: Upload): Promise<string> {
    const running =
      accepting.get(upload.id) ??
      watched({ kind: "arrived upload", name: upload.metadata?.kind ?? "" }, () => accept(upload)).finally(
        () => accepting.delete(upload.id),
      );
    accepting.set(upload.id, running);
    return running;
  }

  /** Takes an upload over, unless another process has done so meanwhile: then the one who asked there has the answer. */
  async function accept({ id }: Upload): Promise<string> {
    return (await staging.takeOver(id, handOver)) ?? "null";
  }

  async function handOver(upload: Upload, path: string): Promise<string> {
    const { kind: kindName, owner, filename } = upload.metadata ?? {};
    const kind = kindNamed.get(kindName ?? "");
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
      return JSON.stringify(await kind.accept(recording, owner, file));
    } catch (error) {
      if (error instanceof AppError && !mayPass(error)) {
        await staging.remove(upload.id);
        await scheduleDeletion(services.db, stored);
      }
      throw error;
    }
  }

  /**
   * Lets an account have one more upload under way. Where there are as many as it may have, those go that rest.
   * @returns the bytes that have arrived of the others and aren't stored yet
   * @throws AppError `too-many`
   */
  async function makeWay(owner: string): Promise<number> {
    const unfinished = await staging.unfinishedOf(owner);
    // What only the store keeps waiting is nothing that its sender could let finish. Its bytes count.
    const underWay = unfinished.filter(({ isWhole }) => !isWhole);
    if (underWay.length < mostUnfinished) return unfinished.reduce((sum, { bytes }) => sum + bytes, 0);
    const resting = underWay.filter(({ changed }) => Date.now() - changed.getTime() > restingAfterMs);
    if (resting.length === 0) {
      throw new AppError(
        "too-many",
        t("Only {count} uploads can be under way at a time. Let one finish or remove one, and try again.", {
          count: mostUnfinished,
        }),
      );
    }
    for (const { id } of resting) await staging.remove(id);
    return makeWay(owner);
  }

  /** Turns what a kind throws into what the upload library answers with. */
  function refusal(thrown: unknown): Refusal {
    const error = diskFull(thrown) ?? thrown;
    if (error instanceof AppError) {
      return {
        status_code: error.status,
        body: error.publicText,
        retryAfterSeconds: error.retryAfterSeconds,
      };
    }
    services.log.error({ err: error }, "upload failed");
    return { status_code: 500, body: t("Upload failed: something unexpected happened. Please try again.") };
  }

  return {
    async handle(request, response, senderNow) {
      const sender = await senderNow();
      if (request.method === "GET") {
        response.writeHead(405, { Allow: "POST, HEAD, PATCH, DELETE, OPTIONS" }).end();
        return;
      }
      senders.set(request, { ...sender, now: senderNow });
      await server.handle(request, response);
    },
    async cleanUp() {
      for await (const upload of staging.list()) await lookAfter(upload);
    },
  };

  /** Takes over an upload that has arrived whole, and removes one that is too old. */
  async function lookAfter(upload: Upload): Promise<void> {
    const { id } = upload;
    if (await staging.waiting(id)) {
      await acceptOnce(upload).catch((error: unknown) =>
        services.log.warn({ err: error, upload: id }, "an upload that had arrived could not be taken over"),
      );
    }
    if (Date.now() - Date.parse(upload.creation_date ?? "") > keptForMs) await staging.remove(id);
  }
}

interface Refusal {
  status_code: number;
  body: string;
  retryAfterSeconds?: number | undefined;
}

/**
 * Lets one request at a time write to an upload, whichever worker of this machine has it. A request that comes while another
 * is at it ends that one: its sender has lost the connection and begun anew. One at another machine is told apart by the
 * place at which its bytes begin.
 */
function lockerOf(semaphores: Semaphores): Locker {
  return {
    newLock(id) {
      let release = () => {};
      return {
        async lock(signal, requestRelease) {
          const giveUp = AbortSignal.any([signal, AbortSignal.timeout(lockWithinMs)]);
          release = await semaphores
            .acquire(`upload ${id}`, 1, { onWanted: () => void requestRelease(), signal: giveUp })
            .catch(() => Promise.reject(ERRORS.ERR_LOCK_TIMEOUT));
        },
        async unlock() {
          release();
        },
      };
    },
  };
}

/** Whether the same upload may be taken later, as it is. */
function mayPass({ kind }: AppError): boolean {
  return kind === "unavailable" || kind === "disk-full";
}

/** The sender's metadata beyond the fields that every upload has. */
function aboutOf({ metadata = {} }: Upload): Record<string, string> {
  const own = ["kind", "filename", "filetype", "owner"];
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) =>
      own.includes(name) || value === null ? [] : [[name, value]],
    ),
  );
}
