import { sql } from "kysely";
import { dailyPerArtist } from "../../app/shared/mail-limits.ts";
import type { Config } from "../config.ts";
import type { Reader, Writer } from "../db/database.ts";
import type { Services } from "../services.ts";

// Mails to unconfirmed addresses: a visitor can type any address into a form or a file. So many go out a
// day, and more wait. Mails to accounts, and newsletter issues to subscribers who have confirmed, aren't counted.

/** The cause of such a mail: a form on an artist's page, or a file that the artist has imported. */
export interface Occasion {
  musicianId: string;
  by: keyof typeof dailyPerArtist;
}

interface Counter {
  counter: string;
  most: number;
}

const ofAll = ({ mailPerDay }: Config): Counter => ({ counter: "all", most: mailPerDay });

/** Files leave the other half to people who have just typed their own address. */
const ofFiles = ({ mailPerDay }: Config): Counter => ({ counter: "files", most: Math.ceil(mailPerDay / 2) });

const ofArtist = ({ musicianId, by }: Occasion): Counter => ({
  counter: `${by} ${musicianId}`,
  most: dailyPerArtist[by],
});

const today = sql<string>`(now() at time zone 'utc')::date`;

/**
 * Sends such a mail, unless the day's limit is reached. One that couldn't be handed over isn't counted.
 * @returns undefined once it is sent, else when the next day begins
 */
export async function withinTheDay(
  { db, config }: Pick<Services, "db" | "config">,
  occasion: Occasion,
  send: () => Promise<void>,
): Promise<Date | undefined> {
  const system = db.asSystem();
  // The counter of all such mails comes first, so that no two transactions wait for each other.
  const counters = [ofAll(config), ...(occasion.by === "file" ? [ofFiles(config)] : []), ofArtist(occasion)];
  const day = await system
    .write((tx) => countIn(tx, counters))
    .catch((error: unknown) => {
      if (error !== noRoom) throw error;
      return undefined;
    });
  if (day === undefined) return system.read(nextDay);
  try {
    await send();
  } catch (error) {
    await system.write((tx) => countOut(tx, day, counters));
    throw error;
  }
  return undefined;
}

const noRoom = new Error("The day has no room for another mail.");

/** @returns the day @throws `noRoom`, so that none of the counters has counted */
async function countIn(tx: Writer, counters: Counter[]): Promise<string> {
  let day = "";
  for (const { counter, most } of counters) {
    const { rows } = await sql<{ day: string }>`
      insert into mail_counts as held (day, counter, sent) values (${today}, ${counter}, 1)
      on conflict (day, counter) do update set sent = held.sent + 1 where held.sent < ${most}
      returning day`.execute(tx);
    const [row] = rows;
    if (!row) throw noRoom;
    day = row.day;
  }
  return day;
}

async function countOut(tx: Writer, day: string, counters: Counter[]): Promise<void> {
  for (const { counter } of counters) {
    await tx
      .updateTable("mail_counts")
      .set({ sent: sql<number>`sent - 1` })
      .where("day", "=", day)
      .where("counter", "=", counter)
      .execute();
  }
}

async function nextDay(tx: Reader): Promise<Date> {
  const { rows } = await sql<{ begins: Date }>`
    select (${today} + 1)::timestamp at time zone 'utc' as begins`.execute(tx);
  return rows[0]?.begins ?? new Date(Date.now() + 24 * 3600 * 1000);
}

/** How many such mails the day's limit still allows, over all causes. */
export async function roomToday(tx: Reader, config: Config, by: Occasion["by"]): Promise<number> {
  const counters = [ofAll(config), ...(by === "file" ? [ofFiles(config)] : [])];
  const held = await tx
    .selectFrom("mail_counts")
    .select(["counter", "sent"])
    .where("day", "=", today)
    .where(
      "counter",
      "in",
      counters.map(({ counter }) => counter),
    )
    .execute();
  const left = counters.map(
    ({ counter, most }) => most - (held.find((row) => row.counter === counter)?.sent ?? 0),
  );
  return Math.max(0, Math.min(...left));
}

/** How many mails an artist has caused today. @param musicianId a column that holds the artist */
export const sentToday = (by: Occasion["by"], musicianId: string) => sql<number>`coalesce((
  select sent from mail_counts where day = ${today} and counter = ${`${by} `} || ${sql.ref(musicianId)}), 0)`;

/** Forgets days that are over. */
export async function forgetDays(tx: Writer): Promise<void> {
  await tx.deleteFrom("mail_counts").where("day", "<", today).execute();
}
