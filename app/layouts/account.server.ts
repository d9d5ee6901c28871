import type { RouterContextProvider } from "react-router";
import { formatChoiceOf } from "#server/preferences.ts";
import { unreadCount } from "~/features/messages/queries.server";
import { servicesContext } from "~/services.server";
import { standardFormat } from "~/shared/formats";
import { viewerContext } from "~/viewer.server";
import type { Account } from "./account.ts";

/**
 * The signed-in account as the navigation shows it; null for a visitor. A profile that can't be read is logged and
 * counts as empty. [1 §8]
 */
export async function accountOf(context: Readonly<RouterContextProvider>): Promise<Account | null> {
  const viewer = context.get(viewerContext);
  if (!viewer) return null;
  const { db, log } = context.get(servicesContext);
  const [profile, unreadMessages, formats] = await db
    .asMusician(viewer.userId)
    .read((tx) =>
      Promise.all([
        tx
          .selectFrom("musician_profiles")
          .select(["artist_name", "custom_url", "other_languages"])
          .where("user_id", "=", viewer.userId)
          .executeTakeFirst(),
        unreadCount(tx, viewer.userId),
        formatChoiceOf(tx, viewer.userId),
      ]),
    )
    .catch((error: unknown) => {
      log.error({ err: error, userId: viewer.userId }, "the profile could not be read");
      return [undefined, 0, standardFormat] as const;
    });
  return {
    id: viewer.userId,
    artistName: profile?.artist_name ?? null,
    customUrl: profile?.custom_url ?? null,
    otherLanguages: profile?.other_languages ?? [],
    email: viewer.email,
    canAdminister: viewer.role === "admin",
    isSuspended: viewer.suspension !== undefined,
    ...(viewer.keptFrom && { keptFrom: viewer.keptFrom }),
    unreadMessages,
    formats,
  };
}
