import { recordAuditAction } from "#server/audit.ts";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { msg, t, withValues } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { type OwnSite, ownSiteValues, unknownArtist } from "./own-site-schema.ts";
import { inAdminsName } from "./users.server.ts";

const columns = ["name", "contact", "imprint", "terms", "privacy", "root", "root_artist"] as const;

/** The site's name and texts, and the page at its root. @param tx an admin's */
export async function ownSite(tx: Reader): Promise<OwnSite & { root_artist: string | null }> {
  const { root, ...held } = await tx
    .selectFrom("site_settings")
    .leftJoin("musician_profiles as profile", "profile.user_id", "root_artist")
    .select(columns.map((column) => `site_settings.${column}` as const))
    .select(["profile.custom_url", "profile.artist_name"])
    .executeTakeFirstOrThrow();
  const { custom_url, artist_name, ...texts } = held;
  return {
    ...texts,
    root: root ?? "environment",
    root_address: (custom_url ?? artist_name ?? "").toLowerCase(),
  };
}

/**
 * Sets the site's name and texts, and whose page is its root.
 * @throws AppError `invalid` on `root_address` where no artist has it
 * @throws ChangedMeanwhile when the form was opened with another version
 */
export async function saveOwnSite(
  { db }: Pick<Services, "db">,
  admin: Viewer,
  { version, ...wanted }: OwnSite & { version?: string | undefined },
): Promise<OwnSite> {
  const { name, contact, imprint, terms, privacy, root, root_address } = wanted;
  const artist =
    root === "artist" ? await db.asVisitor().read((tx) => artistNamed(tx, root_address)) : undefined;
  return inAdminsName({ db }, admin, async (tx) => {
    await tx.selectFrom("site_settings").select("id").forUpdate().execute();
    const held = await ownSite(tx);
    requireVersion(version, ownSiteValues(held), ownSiteValues(wanted));
    // The artist of before stays, also while they are suspended.
    const isSame = held.root_artist !== null && held.root_address === root_address;
    const root_artist = root !== "artist" ? null : isSame ? held.root_artist : artist?.user_id;
    if (root_artist === undefined) {
      throw new AppError("invalid", t(unknownArtist), { field: "root_address" });
    }
    await tx
      .updateTable("site_settings")
      .set({
        ...{ name, contact, imprint, terms, privacy },
        ...{ root: root === "environment" ? null : root, root_artist },
      })
      .execute();
    await recordAuditAction(tx, admin, "settings_changed", null, changesText(held, wanted));
    return ownSite(tx);
  });
}

function artistNamed(tx: Reader, slug: string) {
  return tx
    .selectFrom("musician_profiles")
    .select("user_id")
    .where((row) => row.or([row("custom_url", "=", slug), row("name_key", "=", slug)]))
    .orderBy((row) => row("custom_url", "is not distinct from", slug), "desc")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
}

/** In words, for the audit list: what is short as it is now, of long texts that they have changed. */
function changesText(
  held: OwnSite,
  { name, contact, imprint, terms, privacy, root, root_address }: OwnSite,
): string {
  const changes = [
    ...(held.name === name ? [] : [name === null ? msg("name as standard") : `name ${name}`]),
    ...(held.contact === contact ? [] : [contact === null ? msg("contact removed") : `contact ${contact}`]),
    ...(held.imprint === imprint ? [] : [imprint === null ? msg("imprint removed") : msg("imprint changed")]),
    ...(held.terms === terms ? [] : [terms === null ? msg("terms as standard") : msg("terms changed")]),
    ...(held.privacy === privacy
      ? []
      : [privacy === null ? msg("privacy as standard") : msg("privacy changed")]),
    ...(held.root === root && held.root_address === root_address ? [] : [rootText(root, root_address)]),
  ];
  return changes.join("; ") || msg("nothing changed");
}

function rootText(root: OwnSite["root"], address: string): string {
  if (root === "artist") return withValues("root the page of {address}", { address });
  return root === "landing" ? msg("root the landing page") : msg("root as the environment says");
}
