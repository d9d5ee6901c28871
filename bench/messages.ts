import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import type { Client } from "pg";
import { openOwnerOf, startHandbill } from "../tests/harness/handbill.ts";
import { median, printLine, round, sayTable } from "./report.ts";

const conversations = 10_000;
const conversationsOfBusiest = 1_000;
const messages = 1_000_000;
const messagesOfLongest = 50_000;
const visits = 30;

// The first musician writes with a thousand others, the others with their neighbours; the two first have written most
// of all. Every seventh of the newest messages waits to be read.
const rows = `
  create temporary table person as
    select n, gen_random_uuid() as id from generate_series(1, ${conversationsOfBusiest + 1}) n;
  insert into users (id, email, created_at)
    select id, 'musician-' || n || '@example.org', now() - n * interval '1 hour' from person;
  insert into musician_profiles (user_id, artist_name, custom_url, avatar_url)
    select id, 'Musician Number ' || n, 'musician-' || n, '/uploads/avatars/' || id || '/portrait.webp' from person;

  create temporary table pair as
    select row_number() over () as n, gen_random_uuid() as id, least(one, other) as participant_1,
      greatest(one, other) as participant_2
    from (
      select one.id as one, other.id as other from person one join person other on one.n = 1 and other.n > 1
      union all
      select one.id, other.id from person one
        join generate_series(1, 9) step on one.n > 1
        join person other on other.n = 2 + (one.n - 2 + step) % ${conversationsOfBusiest}
    ) pairs
    limit ${conversations};
  alter table pair add column many int;
  update pair set many = case n when 1 then ${messagesOfLongest}
    else (${messages} - ${messagesOfLongest}) / (${conversations} - 1) + 1 end;

  insert into conversations (id, participant_1, participant_2, last_message_at, last_sequence)
    select id, participant_1, participant_2, date_trunc('milliseconds', now() - n * interval '1 minute'), many from pair;
  insert into messages (conversation_id, sender_id, recipient_id, content, is_read, created_at, sequence)
    select id, case i % 2 when 0 then participant_1 else participant_2 end,
      case i % 2 when 0 then participant_2 else participant_1 end,
      repeat('The third take is the one. Shall we keep the tambourine? ', 1 + i % 3), i <= many - 7 or i % 7 > 0,
      now() - n * interval '1 minute' - (many - i) * interval '3 minutes', i
    from pair, generate_series(1, many) i;
`;

/** How soon a musician with a thousand conversations has the screen, beside nine thousand of others. */
export async function measureMessages(): Promise<object> {
  await using handbill = await startHandbill({ LOG_LEVEL: "warn" });
  const owner = await openOwnerOf(handbill);
  try {
    const { cookie, longest, another } = await fill(owner);
    const results: Record<string, object> = {};
    for (const [name, path] of Object.entries({
      "the list": "/messages",
      "the longest conversation": `/messages/${longest}`,
      "another conversation": `/messages/${another}`,
    })) {
      const times = await open(handbill.origin + path, cookie);
      results[name] = {
        "first ms": round(times[0] ?? 0, 1),
        "p50 ms": round(median(times), 1),
        "slowest ms": round(Math.max(...times), 1),
      };
    }
    sayTable(Object.entries(results).map(([screen, result]) => ({ screen, ...result })));
    return { conversations, messages, messagesOfLongest, visits, ...results };
  } finally {
    await owner.end();
  }
}

async function fill(owner: Client) {
  await owner.query("set session_replication_role = replica");
  await owner.query(rows);
  await owner.query("vacuum (analyze)");
  const token = randomBytes(32).toString("base64url");
  await owner.query(
    `insert into sessions (token_hash, user_id, remember, expires_at)
       select $1, id, true, now() + interval '1 day' from person where n = 1`,
    [createHash("sha256").update(token).digest()],
  );
  const { rows: chosen } = await owner.query<{ id: string }>(
    "select id from pair where n in (1, 500) order by n",
  );
  const { rows: counts } = await owner.query<{ what: string }>(`
    select string_agg(reltuples || ' ' || relname, ', ' order by relname) as what from pg_class
    where relname in ('users', 'conversations', 'messages')`);
  printLine(`A database with ${counts[0]?.what}`);
  return { cookie: `handbill_session=${token}`, longest: chosen[0]?.id, another: chosen[1]?.id };
}

/** Opens the address again and again. @returns milliseconds to the whole answer */
async function open(url: string, cookie: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      const clientRequest = request(url, { agent, headers: { Cookie: cookie } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
        response.on("end", resolve).resume();
      });
      clientRequest.on("error", reject).end();
    });
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times;
}
