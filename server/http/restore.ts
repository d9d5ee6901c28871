import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import type { RestoreState } from "../../app/shared/restore-state.ts";
import { restoreArchivePath, restoreStatePath } from "../../app/shared/server-paths.ts";
import { t } from "../../app/shared/t.ts";
import { beginRestore, receivePiece } from "../backup/browser-restore.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";
import type { Machine } from "../start/machine.ts";
import { endWhenStalled, type LeastRate } from "./body.ts";

/** A larger piece could take longer than a request may. */
const largestPiece = 16 * 1024 ** 2;

const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const pieceSchema = z.object({
  "x-setup-code": z.string().max(100),
  "x-archive-size": number,
  "x-piece-offset": number,
  "content-length": number,
});

export interface RestoreRequests {
  /** Answers what browsers ask about a restore; false for any other path. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
}

/** The parts of a machine that a restore concerns. */
type RestoringMachine = Pick<Machine, "restoreState" | "startAnew">;

/**
 * Takes the pieces of an archive (PUT), begins the restore when all have come (POST), and says how far it is.
 * @param state how far it is where this process was asked to begin it
 */
export function createRestoreRequests(
  services: Services,
  state: RestoreState,
  { machine, piece }: { machine: RestoringMachine; piece: LeastRate },
): RestoreRequests {
  return {
    async answer(request, response, path) {
      if (path === restoreStatePath) {
        sendState(response, await machine.restoreState());
        return true;
      }
      if (path !== restoreArchivePath) return false;
      const { method } = request;
      if (method !== "PUT" && method !== "POST") {
        throw new AppError("not-allowed", t("This cannot be asked of any address here."));
      }
      const told = pieceSchema.safeParse({ "x-piece-offset": "0", ...request.headers });
      if (!told.success) throw new AppError("invalid", t("This is no piece of an archive."));
      const { "x-setup-code": code, "x-archive-size": size } = told.data;
      if (method === "POST") {
        await beginRestore(services, state, { code, size }, machine.startAnew);
      } else {
        const length = told.data["content-length"];
        if (length > largestPiece) throw new AppError("too-large", t("This is too much to send at once."));
        endWhenStalled(request, response, piece);
        const offset = told.data["x-piece-offset"];
        await receivePiece(services, await machine.restoreState(), {
          code,
          size,
          offset,
          length,
          body: request,
        });
      }
      sendState(response, await machine.restoreState());
      return true;
    },
  };
}

function sendState(response: ServerResponse, state: RestoreState): void {
  response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(state));
}

/** Answers on the server's port while the restore goes on: how far it is, and to everything else that it waits. */
export function createWaitingServer(state: RestoreState): Server {
  return createServer({ headersTimeout: 20_000, requestTimeout: 30_000 }, (request, response) => {
    response.shouldKeepAlive = false;
    if (request.url === restoreStatePath) return sendState(response, state);
    response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "10" });
    response.end(`${t("A backup is being restored here. Please try again in a moment.")}\n`);
  });
}
