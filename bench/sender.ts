import { parentPort, workerData } from "node:worker_threads";
import { type Account, announce, sendPiece } from "../tests/harness/account.ts";
import { wave } from "../tests/harness/wave.ts";

// The musicians of `uploads.ts`, in a thread of their own: their share of the processor must not look like waiting.

/** As large as the browser's. */
const pieceBytes = 8 * 1024 * 1024;

const { origin, accounts, bytes }: { origin: string; accounts: Account[]; bytes: number } = workerData;
const song = wave(bytes);
await Promise.all(accounts.map(send));
parentPort?.postMessage("sent");

/** Sends one file in the browser's pieces, until it has been taken over. */
async function send(account: Account): Promise<void> {
  const file = { kind: "track", name: "long.wav", type: "audio/wav" };
  const { status, text, location } = await announce({ origin }, account, file, song.length);
  if (status !== 201) throw new Error(`An upload was refused: ${text}`);
  for (let offset = 0; offset < song.length; offset += pieceBytes) {
    const piece = song.subarray(offset, offset + pieceBytes);
    const answer = await sendPiece(account, location, piece, offset);
    if (answer.status >= 300) throw new Error(`A piece was refused: ${answer.text}`);
  }
}
