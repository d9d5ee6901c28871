import { createHash, randomBytes } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { artist } from "../demo/artist.ts";
import { openOwnerOf, startHandbill } from "../tests/harness/handbill.ts";
import { readMetrics } from "./metrics.ts";
import { median, quantile, round, sayTable } from "./report.ts";

const accounts = 100;
const streamsOfAccount = 10;
const fans = 16;
const seconds = 20;
const updatesPerSecond = 20;
const settleSeconds = 20;

interface Stream {
  response: IncomingMessage;
  /** When it got updates of messages, as `performance.now()` has it. */
  updates: number[];
}

/**
 * Browsers of musicians that listen for updates, all on one process, while fans open pages from memory and rendered
 * ones, and while there are updates for all of them by turns.
 */
export async function measureStreams(): Promise<object> {
  await using handbill = await startHandbill({ DEMO: "on", LOG_LEVEL: "warn", TRUST_PROXY: "1" });
  const owner = await openOwnerOf(handbill);
  const streams: Stream[] = [];
  try {
    const cookies = await signIn(owner);
    const page = `${handbill.origin}/artist/${artist.customUrl}`;
    const before = await visit(page, streams);
    const held = await heldBytes(handbill.origin);
    for (const cookie of cookies) {
      const opened = Array.from({ length: streamsOfAccount }, () => listen(handbill.origin, cookie));
      streams.push(...(await Promise.all(opened)));
    }
    const heldOpen = await heldBytes(handbill.origin);
    const during = await visit(page, streams, owner);
    const refused = await Promise.allSettled([1, 2, 3].map(() => listen(handbill.origin, cookies[0] ?? "")));
    sayTable([
      { streams: 0, ...before.row },
      { streams: streams.length, ...during.row },
    ]);
    const bytesPerStream = Math.round((heldOpen - held) / streams.length);
    const delivered = streams.reduce((sum, { updates }) => sum + updates.length, 0);
    const row = {
      "KiB a stream": round(bytesPerStream / 1024, 1),
      "updates delivered": delivered,
      "delivered within ms, p50": round(median(during.delays), 1),
      p99: round(quantile(during.delays, 0.99), 1),
      "more of an account refused": refused.filter(({ status }) => status === "rejected").length,
    };
    sayTable([row]);
    return {
      accounts,
      streamsOfAccount,
      updatesPerSecond,
      before: before.row,
      during: during.row,
      ...row,
    };
  } finally {
    for (const { response } of streams) response.destroy();
    await owner.end();
  }
}

/** Accounts with a session each, as cookies. */
async function signIn(owner: Client): Promise<string[]> {
  const tokens = Array.from({ length: accounts }, () => randomBytes(32).toString("base64url"));
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  await owner.query(
    `with signed_in as (
       insert into users (email) select 'listener-' || n || '@example.org' from generate_series(1, $1::int) n
       returning id, email)
     insert into sessions (token_hash, user_id, remember, expires_at)
       select ($2::bytea[])[split_part(split_part(email, '@', 1), '-', 2)::int], id, true, now() + interval '1 day'
       from signed_in`,
    [accounts, hashes],
  );
  return tokens.map((token) => `handbill_session=${token}`);
}

function listen(origin: string, cookie: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      `${origin}/live`,
      { headers: { Cookie: cookie }, agent: false },
      (response) => {
        if (response.statusCode !== 200) {
          response.resume();
          reject(new Error(`/live answered ${response.statusCode}.`));
          return;
        }
        const stream: Stream = { response, updates: [] };
        response.setEncoding("utf8").on("data", (text: string) => {
          if (text.includes("data: messages")) stream.updates.push(performance.now());
          resolve(stream);
        });
        response.on("error", () => {});
      },
    );
    clientRequest.on("error", reject).end();
  });
}

/** Fans who open the page without a pause, and every tenth time one that must be rendered. */
async function visit(page: string, streams: Stream[], owner?: Client) {
  const agent = new Agent({ keepAlive: true });
  const ends = performance.now() + seconds * 1000;
  const times: number[] = [];
  const delays: number[] = [];
  const fan = async () => {
    for (let visits = 0; performance.now() < ends; visits++) {
      const started = performance.now();
      await get(agent, visits % 10 === 9 ? `${page}/comments?before=2000-01-01` : page);
      times.push(performance.now() - started);
      await pause(20);
    }
  };
  const notify = async (owner: Client) => {
    for (let turn = 1; performance.now() < ends; turn++) {
      const before = streams.map(({ updates }) => updates.length);
      const started = performance.now();
      await owner.query(
        `select pg_notify('live', id || ' messages') from users where email = 'listener-' || $1 || '@example.org'`,
        [1 + (turn % accounts)],
      );
      await pause(1000 / updatesPerSecond);
      streams.forEach(({ updates }, index) => {
        const now = updates.slice(before[index]);
        delays.push(...now.map((at) => at - started));
      });
    }
  };
  await Promise.all([...Array.from({ length: fans }, fan), ...(owner ? [notify(owner)] : [])]);
  agent.destroy();
  const row = {
    fans,
    "pages/s": Math.round(times.length / seconds),
    "p50 ms": round(median(times), 1),
    "p99 ms": round(quantile(times, 0.99), 1),
    "slowest ms": round(Math.max(...times), 1),
  };
  return { row, delays };
}

/**
 * The bytes of the process's objects and buffers once its garbage is collected, which happens by itself within the
 * time.
 */
async function heldBytes(origin: string): Promise<number> {
  const sizes: number[] = [];
  for (let sample = 0; sample < settleSeconds; sample++) {
    await pause(1000);
    const metric = await readMetrics(origin);
    sizes.push(metric("nodejs_heap_size_used_bytes") + metric("nodejs_external_memory_bytes"));
  }
  return Math.min(...sizes);
}

function get(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent, headers: { "Accept-Encoding": "br" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.on("end", resolve).resume();
    });
    clientRequest.on("error", reject).end();
  });
}
