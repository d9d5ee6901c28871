import { createServer } from "node:http";
import type { Selectable } from "kysely";
import { afterAll, expect, test } from "vitest";
import { makeMusician, makeSession } from "../../tests/factories/accounts.ts";
import { makeBooking, makeComment } from "../../tests/factories/audience.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import type { Writer } from "../db/database.ts";
import type { Sessions } from "../db/schema.ts";
import { AppError } from "../errors.ts";
import { createSemaphores } from "../semaphores.ts";
import { startListener } from "./listener.ts";
import { createLive } from "./live.ts";

const db = await freshDatabase();
afterAll(() => db.close());

/** A server that only streams, to the account and in the session that the path names. */
async function startStreams(times?: Parameters<typeof createLive>[1]) {
  const live = createLive(createSemaphores(), times);
  const server = createServer((request, response) => {
    const [, userId = "", sessionId = ""] = (request.url ?? "").split("/");
    live.open(request, response, { userId, sessionId }).catch((error: unknown) => {
      response.writeHead(error instanceof AppError ? error.status : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const { signal, ...leaving } = controller();
  return {
    ...live,
    /** Listens as a browser would. */
    async listen(userId: string, sessionId = "a session") {
      const answer = await fetch(`${origin}/${userId}/${sessionId}`, { signal });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let received = "";
      return {
        status: answer.status,
        type: answer.headers.get("Content-Type"),
        /** Waits until this text has arrived, and returns everything until then. */
        async until(text: string): Promise<string> {
          while (!received.includes(text)) {
            const next = await reader?.read();
            if (!next || next.done)
              throw new Error(`The stream has ended after ${JSON.stringify(received)}.`);
            received += next.value;
          }
          const part = received;
          received = "";
          return part;
        },
        /** Waits for its end. */
        async end(): Promise<void> {
          while (!(await reader?.read())?.done);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      live.close();
      leaving.abort();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function controller() {
  const abort = new AbortController();
  return { signal: abort.signal, abort: () => abort.abort() };
}

const resync = "event: again\ndata:\n\n";

test("each account gets updates of its own comments and bookings, topics only, and of no other's", async () => {
  const [me, them] = [await makeMusician(db), await makeMusician(db)];
  await using streams = await startStreams();
  const { live } = streams;
  const listener = await startListener({ database: db, subscribers: { live }, log: testLog });
  const [mine, theirs] = [await streams.listen(me.id), await streams.listen(them.id)];
  expect(mine).toMatchObject({ status: 200, type: "text/event-stream" });
  await mine.until(resync);
  await theirs.until(resync);
  await makeComment(db, { musician_id: me.id });
  expect(await mine.until("comments")).toBe("data: comments\n\n");
  await makeBooking(db, { musician_id: me.id });
  expect(await mine.until("bookings")).toBe("data: bookings\n\n");
  await db.asMusician(me.id).write((tx) => tx.deleteFrom("fan_comments").execute());
  expect(await mine.until("comments")).toBe("data: comments\n\n");
  await makeBooking(db, { musician_id: them.id });
  expect(await theirs.until("bookings")).toBe("data: bookings\n\n");
  await listener.close();
});

test("a browser that may have missed something connects again, and shows who it is", async () => {
  await using streams = await startStreams();
  const stream = await streams.listen("me");
  await stream.until(resync);
  streams.sessions.onDisconnect();
  streams.live.onNotify("me comments");
  streams.sessions.onConnect();
  await stream.until("event: leave\n");
  await stream.end();
});

type Ending = (session: Selectable<Sessions>) => (tx: Writer) => Promise<unknown>;
test.each<[string, Ending, others: "go on" | "end"]>([
  [
    "an account signs out",
    ({ token_hash }) =>
      (tx) =>
        tx.deleteFrom("sessions").where("token_hash", "=", token_hash).execute(),
    "go on",
  ],
  [
    "a new password ends all sessions",
    ({ user_id }) =>
      (tx) =>
        tx.deleteFrom("sessions").where("user_id", "=", user_id).execute(),
    "end",
  ],
  [
    "the account is deleted",
    ({ user_id }) =>
      (tx) =>
        tx.deleteFrom("users").where("id", "=", user_id).execute(),
    "end",
  ],
  [
    "the account is suspended",
    ({ user_id }) =>
      (tx) =>
        tx
          .updateTable("users")
          .set({ suspended_at: new Date(), suspended_reason: "Too loud." })
          .where("id", "=", user_id)
          .execute(),
    "end",
  ],
])("when %s, the streams of it end at once, in every process", async (_, ending, others) => {
  const me = await makeMusician(db);
  const them = await makeMusician(db);
  const here = await makeSession(db, { user_id: me.id });
  const elsewhere = await makeSession(db, { user_id: me.id });
  const idOf = ({ token_hash }: Selectable<Sessions>) => token_hash.toString("hex");
  await using streams = await startStreams();
  const { live, sessions } = streams;
  const listener = await startListener({ database: db, subscribers: { live, sessions }, log: testLog });
  const [mine, other, theirs] = [
    await streams.listen(me.id, idOf(here)),
    await streams.listen(me.id, idOf(elsewhere)),
    await streams.listen(them.id, "another session"),
  ];
  for (const stream of [mine, other, theirs]) await stream.until(resync);
  await db.asSystem().write(ending(here));
  await mine.end();
  if (others === "end") await other.end();
  else {
    live.onNotify(`${me.id} messages`);
    await other.until("messages");
  }
  live.onNotify(`${them.id} messages`);
  await theirs.until("messages");
  await listener.close();
});

test("an update while a stream is ending does no harm", async () => {
  await using streams = await startStreams();
  const tab = await streams.listen("me");
  streams.sessions.onNotify("me");
  streams.live.onNotify("me comments");
  streams.sessions.onNotify("a session");
  await tab.end();
});

test("updates with or after the end of a stream do no harm", async () => {
  const { id } = await makeMusician(db);
  await makeComment(db, { musician_id: id });
  const session = await makeSession(db, { user_id: id });
  await using streams = await startStreams({ heartbeatMs: 1, longestMs: 1000 });
  const { live, sessions } = streams;
  const listener = await startListener({ database: db, subscribers: { live, sessions }, log: testLog });
  const stream = await streams.listen(id, session.token_hash.toString("hex"));
  await stream.until(resync);
  // Its end is announced twice, and so is its comment's deletion.
  await db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", id).execute());
  await stream.end();
  sessions.onNotify(id);
  live.onNotify(`${id} comments`);
  await listener.close();
});

test("a stream sends heartbeats, and ends in its time so that its browser connects again", async () => {
  await using streams = await startStreams({ heartbeatMs: 20, longestMs: 200 });
  const stream = await streams.listen("me");
  await stream.until("event: beat\n");
  await stream.until("event: leave\n");
  await stream.end();
  expect((await streams.listen("me")).status).toBe(200);
});

test("an account has twelve streams at once, and others theirs; closing ends them all", async () => {
  await using streams = await startStreams();
  const own = [];
  for (let count = 1; count <= 12; count++) own.push(await streams.listen("me"));
  expect(new Set(own.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await streams.listen("me")).status).toBe(429);
  expect((await streams.listen("them")).status).toBe(200);
  streams.close();
  await Promise.all(own.map((stream) => stream.end()));
});
