import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { lockOrder, reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { ownSocialLinks } from "./queries.server";
import { doubleText, linkLimit, type SocialLinkAction, type SocialLinkForm, tooManyText } from "./schema";

/**
 * Executes an action of the links' block. [2 §7]
 * @throws AppError `not-found` when there is no such link of theirs; else as `saveSocialLink`
 */
export async function executeSocialLinkAction(services: Services, userId: string, form: SocialLinkAction) {
  switch (form.intent) {
    case "save-social-link":
      await saveSocialLink(services, userId, form);
      return { savedSocialLink: true };
    case "delete-social-link":
      await deleteSocialLink(services, userId, form.id);
      return { deletedSocialLink: true };
    case "reorder-social-links": {
      const order = sql`display_order nulls first, created_at desc`;
      if (!(await reorder(services.db, "social_links", userId, form.order, { order }))) throw missing();
      return { reorderedSocialLinks: true };
    }
  }
}

/**
 * Adds a link, or changes the one with this id. [2 §7] Of two requests that add the same at once, one is refused.
 * @returns its id
 * @throws AppError `not-found` when there is no such link of theirs; `conflict` when they have it already, or have
 *   as many as there may be
 */
export async function saveSocialLink(
  { db }: Pick<Services, "db">,
  userId: string,
  { id, platform, url }: SocialLinkForm,
): Promise<string> {
  return db.asMusician(userId).write(async (tx) => {
    if (id === undefined) return addSocialLink(tx, userId, { platform, url });
    await lockedLinks(tx, userId, { id, platform, url });
    const changed = await tx
      .updateTable("social_links")
      .set({ platform, url })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    requireOne(changed.numUpdatedRows);
    return id;
  });
}

/** Adds a link. @returns its id. @throws AppError as `saveSocialLink` */
export async function addSocialLink(tx: Writer, userId: string, form: SocialLinkForm): Promise<string> {
  const { platform, url } = form;
  const links = await lockedLinks(tx, userId, { platform, url });
  if (links.length >= linkLimit) throw new AppError("conflict", tooManyText());
  const { id } = await tx
    .insertInto("social_links")
    .values({ user_id: userId, platform, url })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The musician's links, none of which is this one under another id. Others that add one wait. */
async function lockedLinks(tx: Writer, userId: string, { id, platform, url }: SocialLinkForm) {
  await lockOrder(tx, "social_links", userId);
  const links = await ownSocialLinks(tx, userId);
  if (links.some((link) => link.id !== id && link.platform === platform && link.url === url)) {
    throw new AppError("conflict", t(doubleText), { field: "url" });
  }
  return links;
}

async function deleteSocialLink({ db }: Services, userId: string, id: string): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    if ((await deleteRestorably(tx, "social-link", [id])).length === 0) throw missing();
  });
}

function requireOne(rows: bigint): void {
  if (rows === 0n) throw missing();
}

function missing(): AppError {
  return new AppError("not-found", t("This link does not exist any more."));
}
