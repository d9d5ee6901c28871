import { type RestoreState, restoreStateSchema } from "~/shared/restore-state";
import { restoreArchivePath, restoreStatePath } from "~/shared/server-paths";
import { t } from "~/shared/t";

/** A piece comes well within the time that a request may take, on slow lines too. */
const pieceBytes = 8 * 1024 ** 2;
const pieceWithinMs = 300_000;
const answerWithinMs = 20_000;
/** After a connection that broke. */
const againAfterMs = [500, 2000, 5000, 10_000, 20_000];

const lost = () => t("The server can't be reached. Look whether it runs, and try again.");

/**
 * Sends an archive in pieces, and has the server check and restore it.
 * @param progress gets the bytes that have arrived
 * @returns what the server says when it has begun
 * @throws Error with a text for people
 */
export async function sendArchive(
  file: File,
  code: string,
  progress: (sent: number) => void,
): Promise<RestoreState> {
  // Headers hold nothing but Latin letters, and no code holds others.
  const plainCode = code.replace(/[^\x20-\x7e]/g, "");
  const headers = { "X-Setup-Code": plainCode, "X-Archive-Size": String(file.size) };
  for (let offset = 0; offset === 0 || offset < file.size; offset += pieceBytes) {
    await sent(
      "PUT",
      { ...headers, "X-Piece-Offset": String(offset) },
      file.slice(offset, offset + pieceBytes),
    );
    progress(Math.min(file.size, offset + pieceBytes));
  }
  return restoreStateSchema.parse(await (await sent("POST", headers)).json());
}

/** How far the server is. @throws Error while it doesn't answer */
export async function restoreState(): Promise<RestoreState> {
  const answer = await fetch(restoreStatePath, { signal: AbortSignal.timeout(answerWithinMs) });
  return restoreStateSchema.parse(await answer.json());
}

/** The server's answer to a request, which is sent again where the connection breaks. */
async function sent(method: string, headers: Record<string, string>, body?: Blob): Promise<Response> {
  for (const ms of [...againAfterMs, null]) {
    const answer = await fetch(restoreArchivePath, {
      method,
      headers,
      signal: AbortSignal.timeout(body ? pieceWithinMs : answerWithinMs),
      ...(body && { body }),
    }).catch(() => undefined);
    if (answer?.ok) return answer;
    if (answer && answer.status < 500) throw new Error(await answer.text());
    if (answer?.status === 507 || ms === null) throw new Error(answer ? await answer.text() : lost());
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  throw new Error(lost());
}
