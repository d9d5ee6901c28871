import { z } from "zod";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { lockOrder } from "#server/db/reorder.ts";
import { type FoundRow, importKind } from "#server/import-kinds.ts";
import { archivedRows, archivedText, type ImportedFile } from "#server/media/import-file.ts";
import { versionOf } from "~/shared/form-version";
import { platformOf } from "~/shared/platforms";
import { msg, t } from "~/shared/t";
import { addSocialLink } from "./commands.server";
import { ownSocialLinks } from "./queries.server";
import { doubleText, linkLimit, type SocialLinkForm, socialLinkSchema, tooManyText } from "./schema";

const linktreePage = z.object({
  props: z.object({
    pageProps: z.object({
      account: z.object({
        socialLinks: z.array(z.object({ url: z.string(), position: z.number().nullish() })),
      }),
    }),
  }),
});

/** Those of an account's archive, or the icons of a Linktree page, which lead to profiles; an address of mail is none. */
function foundIn(file: ImportedFile): FoundRow[] {
  if (file.is === "archive") {
    return archivedRows(file, "social_links").map((link, at) => ({
      row: at + 1,
      fields: { platform: archivedText(link, "platform"), url: archivedText(link, "url") },
    }));
  }
  if (file.is !== "page" && file.is !== "json") return [];
  const parsed = linktreePage.safeParse(file.data);
  if (!parsed.success) return [];
  return parsed.data.props.pageProps.account.socialLinks
    .map((link, at) => ({ ...link, position: link.position ?? at }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ url }, at) => ({ row: at + 1, fields: { platform: platformOf(url) ?? "website", url } }));
}

const keyOf = ({ platform, url }: Pick<SocialLinkForm, "platform" | "url">) => `${platform} ${url}`;

const socialLinks = importKind<SocialLinkForm>({
  name: "social-links",
  many: msg("social links|rows of a file"),
  counted: (count) => t("{count, plural, one {# social link} other {# social links}}", { count }),
  find: foundIn,
  schema: socialLinkSchema,
  labelOf: ({ url = "" }) => url.replace(/^https?:\/\/(www\.)?/, ""),
  detailOf: () => "",
  keyOf,
  async known(tx, userId) {
    const links = await ownSocialLinks(tx, userId);
    return new Map(links.map((link) => [keyOf(link), `${t(doubleText)}.`]));
  },
  async room(tx, userId) {
    return { rows: linkLimit - (await ownSocialLinks(tx, userId)).length, text: tooManyText() };
  },
  lock: (tx, userId) => lockOrder(tx, "social_links", userId),
  async save(tx, _, userId, forms) {
    const saved = [];
    for (const form of forms) {
      const id = await addSocialLink(tx, userId, form);
      saved.push({ id, version: versionOf({ platform: form.platform, url: form.url }) });
    }
    return saved;
  },
  async versions(tx, userId, ids) {
    const rows = await tx
      .selectFrom("social_links")
      .select(["id", "platform", "url"])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .forUpdate()
      .execute();
    return new Map(rows.map(({ id, platform, url }) => [id, versionOf({ platform, url })]));
  },
  async delete(tx, _, ids) {
    await deleteRestorably(tx, "social-link", ids);
  },
});

export const importKinds = { "social-links": socialLinks };
