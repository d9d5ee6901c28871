import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { openDatabase } from "../server/db/database.ts";
import { makeMusician } from "../tests/factories/accounts.ts";
import { newAccount } from "../tests/harness/account.ts";
import { freshCluster } from "../tests/harness/cluster.ts";
import { freePort, type Handbill, startHandbill } from "../tests/harness/handbill.ts";
import { testLog, testSecret } from "../tests/harness/settings.ts";
import { printLine, quantile, round } from "./report.ts";

const artists = 12;
const readers = 4;
/** The other server hears of a change with the database's next notice. One that knows less by then has missed it. */
const heardWithinMs = 1_000;
/** A server that is killed comes back after so many acknowledged writes more. */
const writesBetweenRestarts = 800;
const origin = "http://handbill.test";

interface Server {
  name: string;
  base: string;
  /** Undefined while it is away. */
  running: Handbill | undefined;
  /** Keeps connections for as long as one process lives. */
  agent: Agent;
  restarts: number;
}

interface Artist {
  id: string;
  linkId: string;
  path: string;
  headers: Record<string, string>;
  /** The newest acknowledged write, which server took it, and when it was acknowledged. */
  newest: { number: number; by: Server | undefined; at: number };
}

/**
 * Writes through two servers on one database, and reads what was written from both as soon as it is acknowledged, while
 * others read the same pages and the servers are stopped and killed by turns. The server that wrote must show the change at
 * once, the other one when the notice has reached it.
 * @throws Error at the first page that lacks a change
 */
export async function measureStaleness(writes: number): Promise<object> {
  await using cluster = await freshCluster();
  const settings = {
    DATABASE_URL: cluster.ownerUrl,
    SESSION_SECRET: testSecret,
    ORIGIN: origin,
    LOG_LEVEL: "error",
  };
  const servers: Server[] = [];
  for (const name of ["first", "second"]) {
    const port = String(await freePort());
    servers.push({
      name,
      base: `http://127.0.0.1:${port}`,
      running: await startHandbill({ ...settings, PORT: port }),
      agent: new Agent({ keepAlive: true }),
      restarts: 0,
    });
  }
  const counts = { acknowledged: 0, unanswered: 0, reads: 0, fromTheOther: 0 };
  const restarts: Record<string, number> = { SIGTERM: 0, SIGKILL: 0 };
  /** Milliseconds for which the other server still showed what was before, where it did at all. */
  const late: number[] = [];
  const begun = performance.now();
  try {
    const all = await makeArtists(cluster.ownerUrl, servers);
    let isDone = false;
    let failed = false;
    const untilFailure = async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        failed = true;
        throw error;
      }
    };

    /** Reads the number on an artist's page; undefined where the server goes away meanwhile. */
    const read = async ({ path }: Artist, server: Server): Promise<number | undefined> => {
      const page = await ask(server, path, { headers: { "Accept-Encoding": "br" } });
      if (page === undefined) return undefined;
      if (page.status !== 200)
        throw new Error(`The ${server.name} server answered ${path} with ${page.status}.`);
      counts.reads++;
      return Number(/example\.org\/write\/(\d+)/.exec(brotliDecompressSync(page.body).toString())?.[1]);
    };

    /** Reads a page and compares it with what was acknowledged before the question. */
    const check = async (artist: Artist, server: Server): Promise<void> => {
      const { number, by, at } = artist.newest;
      for (;;) {
        const shown = await read(artist, server);
        if (shown === undefined || shown >= number) break;
        const since = performance.now() - at;
        if (server === by || since > heardWithinMs) {
          throw new Error(
            `Stale: ${round(since)} ms after write ${number} was acknowledged by the ${by?.name} server, ` +
              `the ${server.name} one showed ${shown} at ${artist.path}.`,
          );
        }
        late.push(since);
      }
      if (server !== by) counts.fromTheOther++;
    };

    const write = async (artist: Artist, number: number): Promise<void> => {
      for (let turn = number; ; turn++) {
        const server = servers[turn % 2];
        if (!server?.running) {
          await pause(5);
          continue;
        }
        const form = {
          intent: "save-social-link",
          id: artist.linkId,
          platform: "website",
          url: `https://example.org/write/${number}`,
        };
        const answer = await ask(server, "/social-links.data", {
          method: "POST",
          headers: { ...artist.headers, "Content-Type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams(form).toString(),
        });
        if (answer?.status === 200) {
          artist.newest = { number, by: server, at: performance.now() };
          counts.acknowledged++;
          return;
        }
        if (answer)
          throw new Error(
            `A write was answered with ${answer.status}: ${answer.body.toString().slice(0, 300)}`,
          );
        // It may have been stored all the same; the same again changes nothing then.
        counts.unanswered++;
      }
    };

    const writeAll = async (artist: Artist): Promise<void> => {
      while (counts.acknowledged < writes && !failed) {
        await write(artist, artist.newest.number + 1);
        await Promise.all(servers.map((server) => check(artist, server)));
      }
    };

    const readAll = async (): Promise<void> => {
      while (!isDone && !failed) {
        const artist = anyOf(all);
        const server = anyOf(servers);
        if (artist && server?.running) await check(artist, server);
        else await pause(5);
      }
    };

    const restartAll = async (): Promise<void> => {
      for (let round = 1; !isDone && !failed; round++) {
        while (counts.acknowledged < round * writesBetweenRestarts && !isDone && !failed) await pause(20);
        if (isDone || failed) return;
        const server = servers[round % 2];
        if (!server?.running) return;
        const signal = round % 4 < 2 ? "SIGKILL" : "SIGTERM";
        const { process: child } = server.running;
        const port = new URL(server.base).port;
        if (signal === "SIGKILL") server.running = undefined;
        child.kill(signal);
        await once(child, "exit");
        server.running = undefined;
        server.agent.destroy();
        server.agent = new Agent({ keepAlive: true });
        server.running = await startHandbill({ ...settings, PORT: port });
        restarts[signal] = (restarts[signal] ?? 0) + 1;
        printLine(
          `${counts.acknowledged} writes acknowledged; the ${server.name} server is back after ${signal}`,
        );
      }
    };

    const watching = [
      ...Array.from({ length: readers }, () => untilFailure(readAll)),
      untilFailure(restartAll),
    ];
    await Promise.all([
      Promise.all(all.map((artist) => untilFailure(() => writeAll(artist)))).finally(() => {
        isDone = true;
      }),
      ...watching,
    ]);
  } finally {
    for (const { running, agent } of servers) {
      agent.destroy();
      await running?.[Symbol.asyncDispose]();
    }
  }
  const minutes = round((performance.now() - begun) / 60_000, 1);
  printLine(
    `${counts.acknowledged} writes acknowledged and ${counts.unanswered} cut off in ${minutes} minutes, ` +
      `${restarts.SIGTERM} restarts by SIGTERM and ${restarts.SIGKILL} by SIGKILL; ${counts.reads} pages read: none stale ` +
      "on the server that wrote",
  );
  const delay =
    late.length > 0 ? { p50: round(quantile(late, 0.5), 1), longest: round(Math.max(...late), 1) } : null;
  printLine(
    `Of ${counts.fromTheOther} on the other server ${late.length} came before its notice` +
      (delay ? `, at most ${delay.longest} ms after the acknowledgement` : ""),
  );
  return { ...counts, restarts, minutes, late: late.length, lateMs: delay };
}

function anyOf<T>(values: T[]): T | undefined {
  return values[Math.floor(Math.random() * values.length)];
}

/** Musicians with a page and a session, whose one link carries the number of their newest write. */
async function makeArtists(databaseUrl: string, [server]: Server[]): Promise<Artist[]> {
  if (!server?.running) throw new Error("No server runs.");
  const { dataDir } = server.running;
  const db = await openDatabase({ databaseUrl, dataDir, sessionSecret: testSecret, log: testLog });
  try {
    const made: Artist[] = [];
    for (let at = 1; at <= artists; at++) {
      const { id, headers } = await newAccount(
        { ...server.running, origin: server.base },
        db,
        `artist-${at}@example.org`,
      );
      const { profile } = await makeMusician(db, { user_id: id });
      const link = await db
        .asSystem()
        .write((tx) =>
          tx
            .insertInto("social_links")
            .values({ user_id: id, platform: "website", url: "https://example.org/write/0" })
            .returning("id")
            .executeTakeFirstOrThrow(),
        );
      made.push({
        id,
        linkId: link.id,
        path: `/artist/${profile.custom_url}`,
        headers: { ...headers },
        newest: { number: 0, by: undefined, at: 0 },
      });
    }
    return made;
  } finally {
    await db.close();
  }
}

interface Question {
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** Undefined where the server goes away, or isn't there, before the whole answer has come. */
async function ask(
  { base, agent, running }: Server,
  path: string,
  { body, ...options }: Question,
): Promise<{ status: number; body: Buffer } | undefined> {
  if (!running) return undefined;
  try {
    const asked = request(base + path, { agent, ...options }).end(body);
    const [answer]: IncomingMessage[] = await once(asked, "response");
    if (!answer) return undefined;
    return { status: answer.statusCode ?? 0, body: Buffer.concat(await answer.toArray()) };
  } catch {
    return undefined;
  }
}
