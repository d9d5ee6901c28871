import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { recordAuditAction } from "#server/audit.ts";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { type SiteSettings, siteSettings } from "#server/site-settings.ts";
import { requireVersion } from "#server/versions.ts";
import { msg, t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { ownFactorFirst, settingsValues } from "./site-schema.ts";
import { inAdminsName } from "./users.server.ts";

const mostInvitations = 100;

/** The site's settings and the invitations, the newest first. @param tx an admin's */
export async function shownSettings(tx: Reader) {
  const [settings, invitations] = await Promise.all([
    siteSettings(tx),
    tx
      .selectFrom("invitations")
      .leftJoin("users as guest", "guest.id", "invitations.used_by")
      .select(["invitations.id", "note", "invitations.created_at", "expires_at", "used_at"])
      .select("guest.email as guest")
      .select(sql<boolean>`used_at is null and expires_at > now()`.as("isGood"))
      .orderBy("invitations.created_at", "desc")
      .limit(mostInvitations)
      .execute(),
  ]);
  return { settings, invitations };
}

export type Invitation = Awaited<ReturnType<typeof shownSettings>>["invitations"][number];

/**
 * Sets what holds for the whole site.
 * @throws ChangedMeanwhile where another admin has changed them since the form was opened
 * @throws AppError `invalid` where admins are to need a second factor and this one has none
 */
export async function saveSettings(
  services: Services,
  admin: Viewer,
  { version, ...settings }: SiteSettings & { version?: string | undefined },
): Promise<void> {
  const { registration, reviews_comments, reviews_links, requires_second_factor } = settings;
  await inAdminsName(services, admin, async (tx) => {
    const held = await tx
      .selectFrom("site_settings")
      .select(["registration", "reviews_comments", "reviews_links", "requires_second_factor"])
      .forUpdate()
      .executeTakeFirstOrThrow();
    requireVersion(version, settingsValues(held), settingsValues(settings));
    if (requires_second_factor && !held.requires_second_factor) await requireOwnFactor(tx, admin);
    await tx
      .updateTable("site_settings")
      .set({ registration, reviews_comments, reviews_links, requires_second_factor })
      .execute();
    const details = [
      registrationDetails[registration ?? "environment"],
      reviews_comments ? msg("every comment is reviewed") : msg("every comment need not be reviewed"),
      reviews_links
        ? msg("comments with links are reviewed")
        : msg("comments with links need not be reviewed"),
      requires_second_factor
        ? msg("admins must have a second factor")
        : msg("admins need not have a second factor"),
    ];
    await recordAuditAction(tx, admin, "settings_changed", null, details.join("; "));
  });
}

const registrationDetails = {
  environment: msg("registration as the environment says"),
  open: msg("registration open"),
  unlisted: msg("registration unlisted"),
  closed: msg("registration closed"),
};

/** @param tx with the settings' row locked: no second factor is switched off before they are saved */
async function requireOwnFactor(tx: Reader, { userId }: Viewer): Promise<void> {
  const { has } = await tx
    .selectNoFrom(sql<boolean>`app.has_second_factor(${userId})`.as("has"))
    .executeTakeFirstOrThrow();
  if (!has) throw new AppError("invalid", t(ownFactorFirst), { field: "requires_second_factor" });
}

/**
 * Makes an invitation that lets one person sign up, also where registration is closed.
 * @returns the secret of its link, which is nowhere afterwards, and the invitation's id
 */
export async function makeInvitation(
  services: Services,
  admin: Viewer,
  { note, days }: { note: string | null; days: number },
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString("base64url");
  const token_hash = createHash("sha256").update(token).digest();
  const id = await inAdminsName(services, admin, async (tx) => {
    const made = await tx
      .insertInto("invitations")
      .values({
        token_hash,
        note,
        created_by: admin.userId,
        expires_at: sql<Date>`now() + ${days} * interval '1 day'`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAuditAction(
      tx,
      admin,
      "invitation_made",
      note,
      `for ${days === 1 ? "1 day" : `${days} days`}`,
    );
    return made.id;
  });
  return { id, token };
}

/** @throws AppError `not-found` */
export async function withdrawInvitation(services: Services, admin: Viewer, id: string): Promise<void> {
  await inAdminsName(services, admin, async (tx) => {
    const gone = await tx.deleteFrom("invitations").where("id", "=", id).returning("note").executeTakeFirst();
    if (!gone) throw new AppError("not-found", t("This invitation does not exist any more."));
    await recordAuditAction(tx, admin, "invitation_withdrawn", gone.note);
  });
}
