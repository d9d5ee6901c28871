import type { RouterContextProvider } from "react-router";
import type { Reader } from "#server/db/database.ts";
import { servicesContext } from "~/services.server";
import { accountOf } from "~/shells/account.server";
import { requireViewer } from "~/viewer.server";

export interface MusicianHomeData {
  artistName: string | null;
  /** All 0 as well when counting failed; the failure is logged. [1 §8 Dashboard] */
  counts: Counts;
}

interface Counts {
  tracks: number;
  photos: number;
  socialLinks: number;
}

/** What the musician's dashboard home shows. [1 §2, §7 Dashboard counts] */
export async function loadMusicianHome(context: Readonly<RouterContextProvider>): Promise<MusicianHomeData> {
  const { userId } = requireViewer(context);
  const { db, log } = context.get(servicesContext);
  const [account, counts] = await Promise.all([
    accountOf(context),
    db
      .asMusician(userId)
      .read((tx) => countRows(tx, userId))
      .catch((error: unknown) => {
        log.error({ err: error, userId }, "the musician's rows could not be counted");
        return { tracks: 0, photos: 0, socialLinks: 0 };
      }),
  ]);
  return { artistName: account?.artistName ?? null, counts };
}

function countRows(tx: Reader, userId: string): Promise<Counts> {
  const rowsOf = (table: "music_tracks" | "photo_gallery" | "social_links") =>
    tx
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId);
  return tx
    .selectNoFrom([
      rowsOf("music_tracks").as("tracks"),
      rowsOf("photo_gallery").as("photos"),
      rowsOf("social_links").as("socialLinks"),
    ])
    .$castTo<Counts>()
    .executeTakeFirstOrThrow();
}
