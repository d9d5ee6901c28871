import { waveformColumns, waveformOf } from "../app/shared/waveform.ts";
import { makeMusician } from "../tests/factories/accounts.ts";
import { makeRelease, makeReleaseTrack, makeTrack } from "../tests/factories/page.ts";
import { newAccount } from "../tests/harness/account.ts";
import { openDatabaseOf, startHandbill } from "../tests/harness/handbill.ts";
import { median, printLine, quantile, round, sayTable } from "./report.ts";

const runs = 81;
const sizes = { small: { tracks: 10, releases: 2 }, large: { tracks: 200, releases: 30 } };

/**
 * How soon the page (rendered, not out of memory), the library, the list of releases and the editor of one are there: with 200
 * tracks in 30 releases beside 10 in 2, in turn.
 */
export async function measureReleases(): Promise<object> {
  await using handbill = await startHandbill({ LOG_LEVEL: "warn", DEMO: "off" });
  const db = await openDatabaseOf(handbill);
  try {
    const small = await filled("small");
    const large = await filled("large");
    const figures = [];
    for (const what of ["page", "library", "releases", "editor"] as const) {
      const times: Record<keyof typeof sizes, number[]> = { small: [], large: [] };
      for (let run = 0; run < runs; run++) {
        times.small.push(await small(what));
        times.large.push(await large(what));
      }
      const [ten, twoHundred] = [median(times.small), median(times.large)];
      figures.push({
        what,
        "10 tracks, ms": round(ten),
        "200 tracks, ms": round(twoHundred),
        ratio: round(twoHundred / ten, 2),
        // Other work on the machine hardly touches these.
        "ratio of the fastest tenths": round(quantile(times.large, 0.1) / quantile(times.small, 0.1), 2),
      });
    }
    sayTable(figures);
    printLine(`medians of ${runs}, in turn`);
    return { runs, figures };

    /** Makes an artist of that size. @returns what fetches one of their screens, in milliseconds */
    async function filled(size: keyof typeof sizes) {
      const { id: user_id, headers } = await newAccount(handbill, db, `${size}@example.org`);
      await makeMusician(db, { user_id, custom_url: size, artist_name: size });
      const { tracks, releases } = sizes[size];
      const ids: string[] = [];
      for (let n = 0; n < tracks; n++) {
        const { id } = await makeTrack(db, {
          user_id,
          title: `Track ${n}`,
          analysed_at: new Date(),
          waveform: waveformOf(
            Array.from({ length: waveformColumns }, (_, at) => Math.abs(Math.sin(at * (n + 1)))),
          ),
        });
        ids.push(id);
      }
      let last = "";
      for (let n = 0; n < releases; n++) {
        const release = await makeRelease(db, {
          user_id,
          title: `Release ${n}`,
          // Some are to come, and some are drafts.
          ...(n % 5 === 1 && { release_date: "2199-01-01" }),
          ...(n % 5 === 2 && { published_at: null }),
        });
        for (const id of ids.filter((_, at) => at % releases === n)) await makeReleaseTrack(db, release, id);
        last = release.id;
      }
      const paths = {
        // In this spelling it is rendered for every request.
        page: `/artist/${size.toUpperCase()}`,
        library: "/music",
        releases: "/music/releases",
        editor: `/music/releases/${last}`,
      };
      return async (what: keyof typeof paths) => {
        const started = performance.now();
        const answer = await fetch(handbill.origin + paths[what], what === "page" ? {} : { headers });
        await answer.text();
        if (answer.status !== 200) throw new Error(`${paths[what]} answered ${answer.status}.`);
        return performance.now() - started;
      };
    }
  } finally {
    await db.close();
  }
}
