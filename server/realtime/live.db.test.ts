import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeBooking, makeComment } from "../../tests/factories/audience.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { AppError } from "../errors.ts";
import { startListener } from "./listener.ts";
import { createLive } from "./live.ts";

const db = await freshDatabase();
afterAll(() => db.close());

/** A server that only streams, to whom the path names. */
async function startStreams(times?: Parameters<typeof createLive>[0]) {
  const live = createLive(times);
  const server = createServer((request, response) => {
    try {
      live.open(request, response, (request.url ?? "").slice(1));
    } catch (error) {
      response.writeHead(error instanceof AppError ? error.status : 500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const { signal, ...leaving } = controller();
  return {
    ...live,
    /** Listens as a browser would. */
    async listen(userId: string) {
      const answer = await fetch(`${origin}/${userId}`, { signal });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let heard = "";
      return {
        status: answer.status,
        type: answer.headers.get("Content-Type"),
        /** Waits until this has been said, and says everything until then. */
        async until(text: string): Promise<string> {
          while (!heard.includes(text)) {
            const next = await reader?.read();
            if (!next || next.done) throw new Error(`The stream has ended after ${JSON.stringify(heard)}.`);
            heard += next.value;
          }
          const said = heard;
          heard = "";
          return said;
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

const again = "event: again\ndata:\n\n";

test("each account hears of its own comments and bookings, topics only, and of nobody else's", async () => {
  const [me, them] = [await makeMusician(db), await makeMusician(db)];
  await using streams = await startStreams();
  const { live } = streams;
  const listener = await startListener({ database: db, subscribers: { live }, log: testLog });
  const [mine, theirs] = [await streams.listen(me.id), await streams.listen(them.id)];
  expect(mine).toMatchObject({ status: 200, type: "text/event-stream" });
  await mine.until(again);
  await theirs.until(again);
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

test("who may have missed something is told to look again", async () => {
  await using streams = await startStreams();
  const stream = await streams.listen("me");
  await stream.until(again);
  streams.live.lost();
  streams.live.heard("me comments");
  streams.live.connected();
  expect(await stream.until(again)).toContain(again);
});

test("a stream shows signs of life, and ends in its time so that its browser comes again", async () => {
  await using streams = await startStreams({ beatMs: 20, longestMs: 200 });
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
