import type { RouterContextProvider } from "react-router";
import { servicesContext } from "~/services.server";
import { accountOf } from "~/shells/account.server";
import { requireViewer } from "~/viewer.server";

export interface MusicianHomeData {
  artistName: string | null;
  /** 0 as well when the count failed; the failure is logged. [1 §8 Dashboard] */
  trackCount: number;
}

/** What the musician's dashboard home shows. [1 §2, §7 Dashboard counts] */
export async function loadMusicianHome(context: Readonly<RouterContextProvider>): Promise<MusicianHomeData> {
  const { userId } = requireViewer(context);
  const { db, log } = context.get(servicesContext);
  const [account, trackCount] = await Promise.all([
    accountOf(context),
    db
      .asMusician(userId)
      .read((tx) =>
        tx
          .selectFrom("music_tracks")
          .select((row) => row.fn.countAll<number>().as("count"))
          .where("user_id", "=", userId)
          .executeTakeFirstOrThrow(),
      )
      .then(({ count }) => count)
      .catch((error: unknown) => {
        log.error({ err: error, userId }, "the tracks could not be counted");
        return 0;
      }),
  ]);
  return { artistName: account?.artistName ?? null, trackCount };
}
