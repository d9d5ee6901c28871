import { sql } from "kysely";
import { violates } from "#server/db/database.ts";
import { reapplyRights, rightsProblems } from "#server/db/rights.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { reservedCustomUrls } from "~/shared/reserved-custom-urls";
import { slugFrom } from "~/shared/slug";
import { t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { reasonOf } from "./reasons.server";
import {
  type Fix,
  fixes,
  fixFailed,
  profileCreated,
  profileNotCreated,
  profileThere,
  userCreated,
  userNotCreated,
  userThere,
} from "./results";

type Parts = Pick<Services, "db" | "log">;

/**
 * Applies the fixes that a scan has offered, in its order. Rows that are in order already stay as they are. [2 §4
 * Auto-fix]
 * @returns the text for each
 * @throws AppError with the documented text
 */
export async function applyFixes(parts: Parts, viewer: Viewer, wanted: readonly Fix[]): Promise<string[]> {
  const done: string[] = [];
  for (const fix of fixes.filter((fix) => wanted.includes(fix))) {
    if (fix === "fix_rls") await fixRights(parts, viewer);
    if (fix === "create_user") done.push(await createUser(parts, viewer));
    if (fix === "create_profile") done.push(await createProfile(parts, viewer));
  }
  return done;
}

/**
 * Writes the account's own row anew, as a musician's. Only while the session still stands: the sessions of an account
 * that was deleted went with it, and it doesn't come back by this.
 */
export async function createUser({ db, log }: Parts, viewer: Viewer): Promise<string> {
  return saying(log, viewer, userNotCreated, async () => {
    const { isThere, isNew } = await db.asSystem().write(async (tx) => {
      const { numAffectedRows } = await sql`
        insert into users (id, email, role)
        select ${viewer.userId}, ${viewer.email}, 'musician'
        where exists (select from sessions where user_id = ${viewer.userId})
        on conflict (id) do nothing`.execute(tx);
      const row = tx.selectFrom("users").select("id").where("id", "=", viewer.userId);
      return { isThere: (await row.executeTakeFirst()) !== undefined, isNew: numAffectedRows === 1n };
    });
    if (!isThere) throw new AppError("not-found", t("this account does not exist any more|after a colon"));
    const isSeen = await db
      .asMusician(viewer.userId)
      .read((tx) => tx.selectFrom("users").select("id").where("id", "=", viewer.userId).executeTakeFirst());
    if (!isSeen)
      throw new AppError(
        "conflict",
        t("it is there, but hidden; an admin can put the policies back|after a colon"),
      );
    return t(isNew ? userCreated : userThere);
  });
}

/** A profile with the name before the address's @, where there is none. [2 §4] */
async function createProfile({ db, log }: Parts, viewer: Viewer): Promise<string> {
  const [prefix = ""] = viewer.email.split("@");
  const artist_name = prefix.slice(0, 100);
  const insert = async (custom_url: string | null) => {
    const made = await db.asMusician(viewer.userId).write((tx) =>
      tx
        .insertInto("musician_profiles")
        .values({ user_id: viewer.userId, artist_name, custom_url })
        .onConflict((conflict) => conflict.column("user_id").doNothing())
        .executeTakeFirst(),
    );
    return t(made.numInsertedOrUpdatedRows === 1n ? profileCreated : profileThere);
  };
  return saying(log, viewer, profileNotCreated, async () => {
    try {
      const custom_url = slugFrom(artist_name);
      return await insert(reservedCustomUrls.has(custom_url) ? null : custom_url || null);
    } catch (error) {
      // Taken by another artist, or reserved: then the page is found by its name.
      const isTaken =
        violates(error, "musician_profiles_custom_url_key") ||
        violates(error, "musician_profiles_custom_url_reserved");
      if (!isTaken) throw error;
      return insert(null);
    }
  });
}

/** Puts policies and grants back as their files say. For admins. */
async function fixRights({ db, log }: Parts, viewer: Viewer): Promise<void> {
  if (!viewer.isAdmin)
    throw new AppError("forbidden", fixFailed(t("only an admin can put policies back|after a colon")));
  const admin = db.asAdmin(viewer.userId);
  const problems = await admin.read(rightsProblems);
  for (const table of new Set(problems.map(({ table }) => table))) {
    await saying(
      log,
      viewer,
      (reason) => fixFailed(`${table}: ${reason}`),
      () => reapplyRights(admin, table),
    );
    log.warn({ table, userId: viewer.userId }, "policies and grants of a table were put back");
  }
}

/** Carries a fix out, and says why it failed in the documented words. */
async function saying<Answer>(
  log: Services["log"],
  viewer: Viewer,
  text: (reason: string) => string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, userId: viewer.userId }, "a fix failed");
    const kind = error instanceof AppError ? error.kind : "unavailable";
    throw new AppError(kind, text(reasonOf(error, viewer)), { cause: error });
  }
}
