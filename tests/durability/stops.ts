import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { median, printLine, round, sayTable } from "../../bench/report.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makePhoto, uploadAddress } from "../factories/page.ts";
import { freePort, openDatabaseOf, startHandbill, temporaryDataDir } from "../harness/handbill.ts";
import { password, testSecret } from "../harness/settings.ts";

// node tests/durability/stops.ts [STOPS [CLIENTS' WAY]]: stops a server that clients ask directly, over connections that they keep, and
// counts what they lose and how long after its last answer the server is gone. It needs what `npm run build` makes.

const stops = Number(process.argv[2] ?? 20);
const clients = 16;
const page = "/artist/nova";
const fileBytes = 64 * 1024 * 1024;

const dataDir = await temporaryDataDir();
await using _ = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }) };
const port = await freePort();
const start = () =>
  startHandbill({ DATA_DIR: dataDir, PORT: String(port), SESSION_SECRET: testSecret, LOG_LEVEL: "error" });
const origin = `http://localhost:${port}`;

/** The outcomes of the requests around one stop. */
interface Tally {
  answered: number;
  /** After the port is closed: a client that has an address for another server asks that one. */
  refused: number;
  failed: Record<string, number>;
  lastAnswerAt: number;
}

const { cookie, file } = await fill();

async function fill(): Promise<{ cookie: string; file: string }> {
  await using handbill = await start();
  const form = { email: "nova@example.org", password, confirmPassword: password, terms: "on" };
  const answer = await fetch(`${origin}/signup`, {
    method: "POST",
    headers: { Origin: origin },
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const database = await openDatabaseOf(handbill);
  const { id: user_id } = await database
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("id").executeTakeFirstOrThrow());
  await makeMusician(database, { user_id, custom_url: "nova", artist_name: "Nova" });
  const file = uploadAddress("photos", user_id, "shown.webp");
  const storage = await openStorage({ dataDir });
  await storage.put(file.slice("/uploads/".length), randomBytes(fileBytes), { contentType: "image/webp" });
  await makePhoto(database, { user_id, image_url: file });
  await database.close();
  return { cookie: cookie.join("; "), file };
}

/** @throws where the answer doesn't come whole */
async function send(
  options: RequestOptions,
  body?: string | (() => AsyncGenerator<Buffer>),
): Promise<number> {
  const clientRequest = request({ host: "127.0.0.1", port, ...options });
  const send = async () => {
    if (typeof body === "function") for await (const piece of body()) clientRequest.write(piece);
    clientRequest.end(typeof body === "string" ? body : undefined);
  };
  const [answered] = await Promise.all([once(clientRequest, "response"), send()]);
  const [answer] = answered as [IncomingMessage];
  let bytes = 0;
  for await (const piece of answer) {
    bytes += piece.length;
    if (options.path === file) await pause(piece.length / 20_000);
  }
  if (options.path === file && bytes !== fileBytes) throw new Error("The file is not whole.");
  return answer.statusCode ?? 0;
}

async function note(tally: Tally, answer: Promise<number>, what = ""): Promise<boolean> {
  try {
    const status = await answer;
    if (status >= 500) throw new Error(String(status));
    tally.answered++;
    tally.lastAnswerAt = performance.now();
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ECONNREFUSED") tally.refused++;
    else tally.failed[`${what}${code ?? message}`] = (tally.failed[`${what}${code ?? message}`] ?? 0) + 1;
    return code !== "ECONNREFUSED";
  }
}

/** Sends one request after another over one connection, every tenth time a form, until the port is closed. */
async function client(tally: Tally, thinkMs: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const form = "email=&password=";
  const headers = {
    Origin: origin,
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": form.length,
  };
  for (let count = 1; ; count++) {
    const isForm = count % 10 === 0;
    const answer = isForm
      ? send({ agent, path: "/signin", method: "POST", headers }, form)
      : send({ agent, path: count % 3 === 0 ? "/" : page });
    if (!(await note(tally, answer))) break;
    if (thinkMs > 0) await pause(Math.random() * thinkMs);
  }
  agent.destroy();
}

/** A monitor: its answers aren't counted. */
async function monitor(): Promise<void> {
  while (
    await fetch(`${origin}/readyz`).then(
      () => true,
      () => false,
    )
  )
    await pause(500);
}

/** A file that is read slowly, a stream of live updates, and a piece of an upload, which take some seconds each. */
function slowAnswers(tally: Tally): Promise<unknown> {
  const headers = { Cookie: cookie, Origin: origin };
  return Promise.all([
    note(tally, send({ path: file }), "file "),
    // The server ends it when it stops: that isn't an answer that a visitor waits for.
    note({ ...tally }, send({ path: "/live", headers }), "updates "),
    note(tally, upload(headers), "upload "),
  ]);
}

async function upload(headers: Record<string, string>): Promise<number> {
  const pieces = 40;
  const bytes = 50_000;
  const size = pieces * bytes;
  const about = { kind: "track", filename: "song.mp3", filetype: "audio/mpeg" };
  const fields = Object.entries(about).map(([name, value]) => `${name} ${btoa(value)}`);
  const tus = { ...headers, "Tus-Resumable": "1.0.0" };
  const made = await fetch(`${origin}/upload`, {
    method: "POST",
    headers: { ...tus, "Upload-Length": String(size + 1), "Upload-Metadata": fields.join(",") },
  });
  const path = new URL(made.headers.get("Location") ?? "", origin).pathname;
  const type = "application/offset+octet-stream";
  return send(
    {
      path,
      method: "PATCH",
      headers: { ...tus, "Upload-Offset": "0", "Content-Type": type, "Content-Length": size },
    },
    async function* () {
      for (let sent = 0; sent < pieces; sent++) {
        yield randomBytes(bytes);
        await pause(100);
      }
    },
  );
}

interface Around {
  thinkMs: number;
  isWatched?: boolean;
  isSlow?: boolean;
}

const arounds: Record<string, Around> = {
  "one request after another": { thinkMs: 0 },
  "up to a second in between": { thinkMs: 1_000 },
  "a monitor asks /readyz": { thinkMs: 0, isWatched: true },
  "slow answers, an upload, live updates": { thinkMs: 200, isSlow: true },
};

for (const [name, { thinkMs, isWatched, isSlow }] of Object.entries(arounds)) {
  if (!name.includes(process.argv[3] ?? "")) continue;
  const sum = { answered: 0, refused: 0, failed: {} as Record<string, number> };
  const wholeMs: number[] = [];
  const afterAnswerMs: number[] = [];
  for (let stop = 0; stop < stops; stop++) {
    const tally: Tally = { answered: 0, refused: 0, failed: {}, lastAnswerAt: 0 };
    await using handbill = await start();
    const asking = [
      ...Array.from({ length: clients }, () => client(tally, thinkMs)),
      ...(isWatched ? [monitor()] : []),
      ...(isSlow ? [slowAnswers(tally)] : []),
    ];
    await pause(1_000 + Math.random() * 500);
    const signalledAt = performance.now();
    if ((await handbill.stop()) !== 0) tally.failed["exit code"] = 1;
    const gone = performance.now();
    await Promise.all(asking);
    wholeMs.push(gone - signalledAt);
    afterAnswerMs.push(gone - tally.lastAnswerAt);
    sum.answered += tally.answered;
    sum.refused += tally.refused;
    for (const [what, count] of Object.entries(tally.failed))
      sum.failed[what] = (sum.failed[what] ?? 0) + count;
  }
  const seconds = (values: number[]) =>
    `${round(median(values) / 1000, 1)}, at most ${round(Math.max(...values) / 1000, 1)}`;
  const failed = Object.entries(sum.failed).map(([what, count]) => `${what}: ${count}`);
  sayTable([
    {
      [`${stops} stops`]: name,
      answered: sum.answered,
      refused: sum.refused,
      lost: failed.join(", ") || 0,
      "s from SIGTERM to the end": seconds(wholeMs),
      "s from the last answer": seconds(afterAnswerMs),
    },
  ]);
}
printLine("");
