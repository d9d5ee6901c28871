import { sql } from "kysely";
import { recordAuditAction } from "#server/audit.ts";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { storedPictures } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { type BackgroundAction, type BackgroundForm, deleted, mostBackgrounds } from "./background-schema.ts";
import { inAdminsName } from "./users.server.ts";

/**
 * All backgrounds, the newest first, each with the number of artists who have chosen it, and the metadata of its
 * picture where that is a stored one. [1 §7]
 */
export async function allBackgrounds({ db }: Pick<Services, "db">, adminId: string) {
  const rows = await db.asAdmin(adminId).read(backgroundRows);
  const pictures = await db.asVisitor().read((tx) =>
    storedPictures(
      tx,
      rows.map(({ url }) => url),
    ),
  );
  return rows.map(({ artists, ...background }) => ({
    ...background,
    artists: artists ?? 0,
    stored: pictures.get(background.url) ?? null,
  }));
}

function backgroundRows(tx: Reader) {
  return tx
    .selectFrom("background_options as background")
    .select(["id", "name", "type", "url", "thumbnail_url", "is_active", "created_at"])
    .select((background) =>
      background
        .selectFrom("musician_profiles")
        .select((profile) => profile.fn.countAll<number>().as("artists"))
        .whereRef("musician_profiles.background_id", "=", "background.id")
        .as("artists"),
    )
    .orderBy("created_at", "desc")
    .limit(mostBackgrounds)
    .execute();
}

export type Background = Awaited<ReturnType<typeof allBackgrounds>>[number];

/** The fields of a new background. */
interface NewBackground {
  name: string;
  type: "video" | "image";
  url: string;
  thumbnail_url: string | null;
}

/** Executes an action of the backgrounds' screen. @throws AppError as the command that it is about */
export async function executeBackgroundAction(services: Services, admin: Viewer, form: BackgroundAction) {
  switch (form.intent) {
    case "save-background":
      return { saved: await saveBackground(services, admin, form) };
    case "set-active":
      await setActive(services, admin, form.id, form.isOn);
      return { done: form.isOn ? t("Background activated") : t("Background deactivated") };
    case "delete-background":
      await deleteBackground(services, admin, form.id);
      return { done: t(deleted) };
  }
}

/** Adds one, active. The same file again, as a retry after a crash brings it, adds nothing. [1 §7] */
export async function addBackground(
  services: Services,
  admin: Pick<Viewer, "userId" | "email">,
  background: NewBackground,
): Promise<void> {
  await inAdminsName(services, admin, async (tx) => {
    // Two processes may take over one upload at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${background.url}, 0))`.execute(tx);
    const known =
      background.url.startsWith("/") &&
      (await tx
        .selectFrom("background_options")
        .select("id")
        .where("url", "=", background.url)
        .executeTakeFirst());
    if (known) return;
    await tx
      .insertInto("background_options")
      .values({ ...background, created_by: admin.userId, is_active: true })
      .execute();
    await recordAuditAction(tx, admin, "background_added", background.name);
  });
}

/**
 * Adds or changes one. [1 §4, §5, §7]
 * @returns false where a name or an address is missing, and nothing was done
 * @throws AppError `not-found`
 */
export async function saveBackground(
  services: Services,
  admin: Viewer,
  form: BackgroundForm,
): Promise<boolean> {
  const { id, name, type, url, thumbnail_url } = form;
  if (name === "" || url === "") return false;
  if (id === "") {
    if (url === undefined) return false;
    await addBackground(services, admin, { name, type, url, thumbnail_url });
    return true;
  }
  await inAdminsName(services, admin, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("background_options")
      .set({ name, thumbnail_url, ...(url !== undefined && { url, type }) })
      .where("id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw goneBackground();
    await recordAuditAction(tx, admin, "background_changed", name);
  });
  return true;
}

/** Offers one to musicians, or no longer; on the pages that have chosen it, it stays. @throws AppError `not-found` */
export async function setActive(services: Services, admin: Viewer, id: string, isOn: boolean): Promise<void> {
  await inAdminsName(services, admin, async (tx) => {
    const changed = await tx
      .updateTable("background_options")
      .set({ is_active: isOn })
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (!changed) throw goneBackground();
    await recordAuditAction(
      tx,
      admin,
      "background_changed",
      changed.name,
      isOn ? "activated" : "deactivated",
    );
  });
}

/** Takes one from the offer and from every page that has chosen it. @throws AppError `not-found` */
export async function deleteBackground(services: Services, admin: Viewer, id: string): Promise<void> {
  await inAdminsName(services, admin, async (tx) => {
    const gone = await tx
      .deleteFrom("background_options")
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (!gone) throw goneBackground();
    await recordAuditAction(tx, admin, "background_deleted", gone.name);
  });
}

function goneBackground(): AppError {
  return new AppError("not-found", t("This background does not exist any more."));
}
