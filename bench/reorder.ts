import { makeMusician } from "../tests/factories/accounts.ts";
import { newAccount } from "../tests/harness/account.ts";
import { openDatabaseOf, startHandbill } from "../tests/harness/handbill.ts";
import { median, printLine, round, sayTable } from "./report.ts";

const tracks = 500;
const runs = 9;

/** A library of 500 tracks: its first screen, and the whole of it in the opposite order, as the screen asks for it. */
export async function measureReorder(): Promise<object> {
  await using handbill = await startHandbill({ LOG_LEVEL: "warn" });
  const db = await openDatabaseOf(handbill);
  try {
    const { id, headers } = await newAccount(handbill, db, "orderly@example.org");
    await makeMusician(db, { user_id: id });
    const rows = Array.from({ length: tracks }, (_, index) => ({
      user_id: id,
      title: `Track ${index + 1}`,
      display_order: index + 1,
      analysed_at: new Date(),
    }));
    const stored = await db
      .asSystem()
      .write((tx) => tx.insertInto("music_tracks").values(rows).returning("id").execute());
    const order = stored.map((track) => track.id);
    const music = `${handbill.origin}/music`;
    const timeOf = async (init: RequestInit) => {
      const started = performance.now();
      const answer = await fetch(music, { headers, ...init });
      await answer.text();
      if (answer.status !== 200) throw new Error(`The library answered ${answer.status}.`);
      return performance.now() - started;
    };
    const shown: number[] = [];
    const reordered: number[] = [];
    for (let run = 0; run < runs; run++) {
      shown.push(await timeOf({}));
      order.reverse();
      const body = new URLSearchParams({ intent: "reorder-tracks", order: order.join(" ") });
      reordered.push(await timeOf({ method: "POST", body }));
    }
    const [first] = await db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("music_tracks")
          .select("id")
          .where("user_id", "=", id)
          .orderBy("display_order")
          .limit(1)
          .execute(),
      );
    if (first?.id !== order[0]) throw new Error("The order was not kept.");
    const figures = [
      { what: "shown", "median ms": round(median(shown)), "longest ms": round(Math.max(...shown)) },
      {
        what: "reordered and shown",
        "median ms": round(median(reordered)),
        "longest ms": round(Math.max(...reordered)),
      },
    ];
    sayTable(figures);
    printLine(`${tracks} tracks`);
    return { tracks, runs, figures };
  } finally {
    await db.close();
  }
}
