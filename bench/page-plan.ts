import type { Client } from "pg";
import { createServer } from "vite";
import type { Actor, NamedStatement } from "../server/db/database.ts";

interface PagePlan {
  milliseconds: number;
  /** Every read of the plan, as `explain` names it. */
  scans: string[];
  indexes: string[];
  /** Tables that are read from end to end although they have rows enough for an index. */
  wholeTables: string[];
}

/** The database's plan for the artist page's statement for a visitor. */
export async function pagePlan(
  asOwner: <T>(work: (owner: Client) => Promise<T>) => Promise<T>,
): Promise<PagePlan> {
  const { text } = await pageStatement();
  const lines = await asOwner(async (owner) => {
    await owner.query("set role handbill_visitor");
    await owner.query(`prepare page(text) as ${text}`);
    const explain = "explain (analyze, timing off) execute page('artist-4711')";
    await owner.query(explain);
    const { rows } = await owner.query<{ "QUERY PLAN": string }>(explain);
    return rows.map((row) => row["QUERY PLAN"]);
  });
  const scans = lines
    .filter((line) => / Scan /.test(line))
    .map((line) => line.replace(/^[ ->]+| {2}\(.*$/g, ""));
  const large = await asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and reltuples > 1000",
    );
    return rows.map(({ name }) => name);
  });
  const whole = scans.flatMap((scan) => /^Seq Scan on (\S+)/.exec(scan)?.[1] ?? []);
  return {
    milliseconds: Number(/Execution Time: ([\d.]+)/.exec(lines.join("\n"))?.[1]),
    scans,
    indexes: [...new Set(scans.flatMap((scan) => /(?:using|Index Scan on) (\S+)/.exec(scan)?.[1] ?? []))],
    wholeTables: whole.filter((table) => large.includes(table)),
  };
}

/** The statement as the page's own module sends it. */
async function pageStatement(): Promise<NamedStatement> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false },
    logLevel: "error",
  });
  try {
    const { findArtistPage } = await vite.ssrLoadModule("/app/pages/artist/artist.server.ts");
    let sent: NamedStatement | undefined;
    const listener: Pick<Actor, "readOnce"> = {
      readOnce: async (statement) => {
        sent = statement;
        return [];
      },
    };
    await findArtistPage(listener, "anybody");
    if (!sent) throw new Error("The artist page sent no statement.");
    return sent;
  } finally {
    await vite.close();
  }
}
