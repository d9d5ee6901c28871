import { request } from "node:http";
import { hashPassword } from "../../app/features/auth/password.server.ts";
import type { Database } from "../../server/db/database.ts";
import { makeCredential, makeUser } from "../factories/accounts.ts";
import type { Handbill } from "./handbill.ts";
import { password } from "./settings.ts";

/** An account that speaks to the server without a browser. */
export interface Account {
  id: string;
  /** The headers of its requests. */
  headers: { Cookie: string };
}

/** The server's answer about a file. */
export interface UploadAnswer {
  status: number;
  text: string;
}

export interface Announcement {
  kind: string;
  name: string;
  type: string;
  about?: Record<string, string>;
}

let passwordHash: Promise<string> | undefined;

/** An account that can sign in, also where a mail would have to confirm its sign-up. @returns its id */
export async function makeAccount(db: Database, email: string): Promise<string> {
  const { id } = await makeUser(db, { email });
  passwordHash ??= hashPassword(password);
  await makeCredential(db, { user_id: id, password_hash: await passwordHash });
  return id;
}

/** Makes an account, and signs in with it. */
export async function newAccount(
  handbill: Pick<Handbill, "origin">,
  db: Database,
  email: string,
): Promise<Account> {
  const id = await makeAccount(db, email);
  return { id, headers: await signIn(handbill, email) };
}

/** Signs in with the tests' password. @returns the session's headers */
export async function signIn(
  { origin }: Pick<Handbill, "origin">,
  email: string,
): Promise<Account["headers"]> {
  const answer = await fetch(`${origin}/signin`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  const [cookie = ""] = (answer.headers.get("Set-Cookie") ?? "").split(";");
  if (answer.headers.get("Location") !== "/dashboard") throw new Error(`No session: ${answer.status}`);
  return { Cookie: cookie };
}

const tus = { "Tus-Resumable": "1.0.0" };

/** Announces a file. @returns where to send it, or the refusal */
export async function announce(
  { origin }: Pick<Handbill, "origin">,
  { headers }: Account,
  { kind, name, type, about = {} }: Announcement,
  size: number,
): Promise<UploadAnswer & { location: string }> {
  const metadata = Object.entries({ ...about, kind, filename: name, filetype: type })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join();
  const answer = await fetch(`${origin}/upload`, {
    method: "POST",
    headers: { ...tus, ...headers, "Upload-Length": String(size), "Upload-Metadata": metadata },
  });
  const location = answer.headers.get("Location") ?? "";
  return { status: answer.status, text: (await answer.text()).trim(), location: origin + location };
}

/** Sends the bytes that come at `offset`. */
export async function sendPiece(
  { headers }: Account,
  location: string,
  piece: Buffer,
  offset: number,
): Promise<UploadAnswer> {
  const answer = await fetch(location, {
    method: "PATCH",
    headers: {
      ...tus,
      ...headers,
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
    },
    body: new Uint8Array(piece),
  });
  return { status: answer.status, text: (await answer.text()).trim() };
}

/** Sends the bytes from `offset` to `end` of a file that is longer, and breaks the connection off. */
export async function sendPart(
  { headers }: Account,
  location: string,
  bytes: Buffer,
  offset: number,
  end: number,
): Promise<void> {
  const sending = request(location, {
    method: "PATCH",
    headers: {
      ...tus,
      ...headers,
      "Upload-Offset": offset,
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": bytes.length - offset,
    },
  });
  // The server may break it off first.
  sending.on("error", () => {});
  await new Promise((resolve) => sending.write(bytes.subarray(offset, end), resolve));
  sending.destroy();
}

/** Gives an upload up, as its Cancel does. @throws Error where no answer comes within ten seconds */
export async function cancelUpload({ headers }: Account, location: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  await fetch(location, { method: "DELETE", headers: { ...tus, ...headers }, signal });
}

/** The bytes of an upload that have arrived. */
export async function arrivedOf({ headers }: Account, location: string): Promise<number> {
  const answer = await fetch(location, { method: "HEAD", headers: { ...tus, ...headers } });
  return Number(answer.headers.get("Upload-Offset") ?? Number.NaN);
}

/** Announces and sends a file in one go. */
export async function upload(
  handbill: Pick<Handbill, "origin">,
  account: Account,
  announcement: Announcement,
  bytes: Buffer,
): Promise<UploadAnswer> {
  const { location, ...answer } = await announce(handbill, account, announcement, bytes.length);
  return answer.status === 201 ? sendPiece(account, location, bytes, 0) : answer;
}
