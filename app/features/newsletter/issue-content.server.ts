import type { Services } from "#server/services.ts";
import { defaultAppearance } from "~/artist-theme/appearance";
import { type AppearanceRow, appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import { inOneLine } from "~/shared/paragraphs";
import type { Picture } from "~/shared/picture";
import { type Translations, translationInto } from "~/shared/row-translations";
import { shortened } from "~/shared/shortened";
import { writingOf } from "~/shared/writing";
import { issueParts, missingCards } from "./issue-cards.server.ts";
import { type Block, textOf, translatedBlocks } from "./issue-document.ts";
import { type IssueContent, issueMail } from "./issue-mail.ts";
import type { IssuePreview } from "./issue-preview.ts";
import { type Look, mailColours } from "./mail-look.ts";

export interface StoredIssue {
  musician_id: string;
  title: string;
  body: string;
  blocks: Block[] | null;
  preheader: string;
  look: Look;
  translations?: Translations | undefined;
}

const profileStatement = {
  name: "issue-profile",
  text: `
    select artist_name, custom_url, other_languages, ${appearanceColumn.sql} as appearance,
      (select json_build_object('src', url, 'width', width, 'height', height, 'widths', widths, 'colour', colour)
       from stored_images where url = profile.avatar_url) as portrait
    from musician_profiles profile where user_id = $1`,
};

interface ProfileRow {
  artist_name: string;
  custom_url: string | null;
  other_languages: string[];
  appearance: AppearanceRow;
  portrait: Picture | null;
}

/**
 * All that an issue's mail is made of. Its cards are those that a visitor may see: what is hidden goes out to nobody.
 * @param isOwn to look at it before it is sent: with pictures that nobody else may see yet
 * @param language its reader's; null where that isn't known: what isn't translated into it is as its artist wrote it
 */
export async function issueContent(
  { db, config, site }: Pick<Services, "db" | "config" | "site">,
  issue: StoredIssue,
  { isOwn = false, language = null }: { isOwn?: boolean; language?: string | null } = {},
): Promise<IssueContent> {
  const [profile] = await db.asSystem().readOnce<ProfileRow>(profileStatement, [issue.musician_id]);
  const { name: siteName } = await site.shown();
  const into = { language, others: profile?.other_languages ?? [] };
  const translated = translationInto(language, issue.translations, into.others);
  const blocks = translatedBlocks(issue, translated.body);
  const artist = {
    userId: issue.musician_id,
    artistName: profile?.artist_name ?? "",
    customUrl: profile?.custom_url ?? null,
  };
  const { cards, pictures } = await issueParts(db.asVisitor(), artist, blocks, into);
  const own = isOwn ? await issueParts(db.asMusician(issue.musician_id), artist, blocks, into) : undefined;
  const { title, preheader, look } = { ...issue, ...translated };
  return {
    artistName: artist.artistName,
    portrait: profile?.portrait ?? null,
    title,
    dir: writingOf(title, textOf(blocks)).dir,
    preheader,
    blocks,
    cards,
    pictures: own?.pictures ?? pictures,
    look,
    colours: mailColours(look, profile ? appearanceOf(profile.appearance) : defaultAppearance),
    siteName,
    origin: config.origin,
  };
}

/** An issue as its writer looks at it before it goes out. */
export async function previewedIssue(
  services: Pick<Services, "db" | "config" | "site">,
  issue: StoredIssue,
): Promise<IssuePreview> {
  const content = await issueContent(services, issue, { isOwn: true });
  const unsubscribe = `${services.config.origin}/unsubscribe`;
  const { html, text, subject, fromName } = issueMail(content, { page: null, unsubscribe });
  return {
    html,
    text,
    from: fromName,
    subject,
    inbox: issue.preheader || shortened(inOneLine(textOf(content.blocks))),
    missing: missingCards(content.blocks, content).length,
  };
}
