import type { Writer } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { lockOrder, reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import type { StoredPicture } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { t } from "~/shared/t";
import {
  goneText,
  instantsOf,
  type LinkAction,
  type LinkForm,
  linkLimit,
  linkValues,
  tooManyText,
} from "./schema";

/**
 * Executes an action of the links' screen.
 * @throws AppError `not-found` when there is no such link of theirs, `conflict` when there are as many as there may be
 * @throws ChangedMeanwhile when the form was opened with another version
 */
export async function executeLinkAction(services: Services, userId: string, form: LinkAction) {
  switch (form.intent) {
    case "save-link":
      await saveLink(services, userId, form);
      return { savedLink: true };
    case "show-link":
      await change(services, userId, form.id, { is_visible: form.shown });
      return { shownLink: form.shown };
    case "delete-link":
      await deleteLink(services, userId, form.id);
      return { deletedLink: true };
    case "remove-link-picture":
      await change(services, userId, form.id, { image_url: null });
      return { removedPicture: true };
    case "reorder-links":
      if (!(await reorder(services.db, "page_links", userId, form.order))) throw missing();
      return { reorderedLinks: true };
    case "show-links":
      await showLinks(services, userId, form.shown);
      return { shownLinks: form.shown };
  }
}

/**
 * Adds a link at the end, or changes the one with this id. Of two requests that add the last at once, one is refused.
 * @returns its id @throws as `executeLinkAction`
 */
export async function saveLink(services: Services, userId: string, form: LinkForm): Promise<string> {
  const { id, title, translations, url, icon, version, time_zone } = form;
  const link = { title, translations, url, icon, ...instantsOf(form) };
  if (id !== undefined) {
    return services.db.asMusician(userId).write(async (tx) => {
      const held = await tx
        .selectFrom("page_links")
        .select(["title", "translations", "url", "icon", "shown_from", "shown_until"])
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .forUpdate()
        .executeTakeFirst();
      if (!held) throw missing();
      requireVersion(version, linkValues(held, time_zone), linkValues(link, time_zone));
      await tx.updateTable("page_links").set(link).where("id", "=", id).execute();
      return id;
    });
  }
  return services.db.asMusician(userId).write((tx) => addLink(tx, userId, form));
}

/**
 * Adds a link at the end, visible unless it is said otherwise. @returns its id
 * @throws AppError `conflict` when there are as many as there may be
 */
export async function addLink(
  tx: Writer,
  userId: string,
  form: LinkForm & { is_visible?: boolean },
): Promise<string> {
  await lockOrder(tx, "page_links", userId);
  const { count, last } = await tx
    .selectFrom("page_links")
    .select(({ fn, lit }) => [
      fn.countAll<string>().as("count"),
      fn.coalesce(fn.max("display_order"), lit(0)).as("last"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= linkLimit) throw new AppError("conflict", tooManyText());
  const { title, translations, url, icon, is_visible = true } = form;
  const { id } = await tx
    .insertInto("page_links")
    .values({
      ...{ title, translations, url, icon, is_visible, ...instantsOf(form) },
      ...{ user_id: userId, display_order: last + 1 },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function deleteLink({ db }: Services, userId: string, id: string): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    if ((await deleteRestorably(tx, "link", [id])).length === 0) throw missing();
  });
}

async function showLinks({ db }: Services, userId: string, shown: boolean): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("musician_profiles")
      .set({ show_links_section: shown })
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("not-found", t("You have no artist profile yet."));
  });
}

/**
 * Gives a link a stored picture in place of the one it has.
 * @throws AppError `not-found` when there is no such link of theirs, `too-large` when the library is full
 */
export async function setLinkPicture(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  id: string,
  picture: StoredPicture,
): Promise<void> {
  await db.asMusician(userId).write((tx) => writeLinkPicture(tx, config, userId, id, picture));
}

/** The same in a transaction. @throws as `setLinkPicture` */
export async function writeLinkPicture(
  tx: Writer,
  config: Services["config"],
  userId: string,
  id: string,
  picture: StoredPicture,
): Promise<void> {
  await recordPicture(tx, config, userId, picture);
  const changed = await tx
    .updateTable("page_links")
    .set({ image_url: picture.src })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw missing();
}

async function change(
  { db }: Services,
  userId: string,
  id: string,
  fields: { is_visible: boolean } | { image_url: null },
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const changed = await tx
      .updateTable("page_links")
      .set(fields)
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw missing();
  });
}

/** @throws AppError `not-found` unless the musician has this link */
export async function requireOwnLink(
  { db }: Pick<Services, "db">,
  userId: string,
  id: string,
): Promise<void> {
  const link = await db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("page_links")
        .select("id")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .executeTakeFirst(),
    );
  if (!link) throw missing();
}

export function missing(): AppError {
  return new AppError("not-found", t(goneText));
}
