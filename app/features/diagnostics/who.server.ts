import type { RouterContextProvider } from "react-router";
import { servicesContext } from "~/services.server";
import { viewerContext, viewerUnknownContext } from "~/viewer.server";
import type { Who } from "./who";

/** The viewer of the diagnostics. A database that is away fails nothing here. */
export async function whoLooks(context: Readonly<RouterContextProvider>): Promise<Who> {
  const viewer = context.get(viewerContext);
  if (!viewer) return { account: null, isUnknown: context.get(viewerUnknownContext) };
  const { db, log } = context.get(servicesContext);
  const profile = await db
    .asMusician(viewer.userId)
    .read((tx) =>
      tx
        .selectFrom("musician_profiles")
        .select("artist_name")
        .where("user_id", "=", viewer.userId)
        .executeTakeFirst(),
    )
    .catch((error: unknown) => {
      log.warn({ err: error }, "the profile could not be read for the diagnostics");
      return undefined;
    });
  const { email, userId, role, isAdmin } = viewer;
  return {
    account: { email, userId, role, isAdmin, artistName: profile?.artist_name ?? null },
    isUnknown: false,
  };
}
