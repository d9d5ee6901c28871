import { escaped } from "~/shared/escaped";
import { directionOf } from "~/shared/languages";
import { anArtist, nameInMail } from "~/shared/name-in-mail";
import type { Picture } from "~/shared/picture";
import { variantAddress } from "~/shared/picture";
import { language, msg, t } from "~/shared/t";
import type { Block, CardKind, Words } from "./issue-document.ts";
import { isEmpty, linesOf } from "./issue-document.ts";
import type { Look, MailColours } from "./mail-look.ts";

/** A track, release or show of the artist as a block shows it. */
export interface Card {
  title: string;
  /** What it is, when and where. */
  line: string;
  /** Of its page, without the origin. */
  path: string;
  picture: Picture | null;
}

export interface IssueContent {
  artistName: string;
  portrait: Picture | null;
  title: string;
  /** Portrait, covers and buttons stand where its lines begin. Each text finds out its own. */
  dir: "ltr" | "rtl";
  preheader: string;
  blocks: readonly Block[];
  /** What the blocks name, by ids; a block that names none of them is left out. */
  cards: ReadonlyMap<string, Card>;
  pictures: ReadonlyMap<string, Picture>;
  look: Look;
  colours: { light: MailColours; dark: MailColours };
  siteName: string;
  /** Before the addresses of pages and pictures. */
  origin: string;
}

/** Where the end of an issue leads. */
export interface IssueLinks {
  /** The issue's own page; null while the artist has none. */
  page: string | null;
  unsubscribe: string;
}

/** What a card's link says. */
const cardActions: Record<CardKind, string> = {
  track: msg("Listen"),
  release: msg("Listen"),
  show: msg("See the date"),
};

/** Gmail shows no more of a mail than its first 102 KB, and hides the rest with the link to unsubscribe. */
export const heaviestMail = 100_000;

/** The issue as its reader gets it: the same content as text and as HTML that the big mail programs can show. */
export function issueMail(content: IssueContent, links: IssueLinks) {
  const { artistName, title, siteName } = content;
  const artist = nameInMail(artistName, anArtist(siteName));
  const reason = t("You get this because you subscribed to letters from {artist}.", { artist });
  return {
    subject: title,
    fromName: artist,
    text: mailText(content, links, reason),
    html: mailHtml(content, links, artist, reason),
  };
}

function mailText(content: IssueContent, { page, unsubscribe }: IssueLinks, reason: string): string {
  return [
    content.title,
    ...content.blocks.map((block) => blockText(block, content)).filter(Boolean),
    "-- ",
    [
      reason,
      page && t("Read it on the web: {link}", { link: page }),
      t("Unsubscribe: {link}", { link: unsubscribe }),
    ]
      .filter(Boolean)
      .join("\n"),
  ].join("\n\n");
}

function blockText(block: Block, { cards, pictures, origin }: IssueContent): string {
  if ("words" in block) {
    const lines = linesOf(block.words).map((line) => line.map(wordsText).join("").trim());
    const text = lines.join("\n").trim();
    return block.kind === "heading" && text
      ? `${text}\n${"=".repeat(Math.min(60, Math.max(...lines.map(({ length }) => length))))}`
      : text;
  }
  if (block.kind === "picture")
    return block.alt && pictures.has(block.id)
      ? t("[Picture: {description}]", { description: block.alt })
      : "";
  const card = cards.get(block.id);
  return card
    ? [card.title, card.line, `${t(cardActions[block.kind])}: ${origin}${card.path}`]
        .filter(Boolean)
        .join("\n")
    : "";
}

function wordsText({ text, bold, href }: Words): string {
  const marked = bold && text.trim() ? text.replace(/^(\s*)(.*?)(\s*)$/s, "$1*$2*$3") : text;
  const address = href?.replace(/^mailto:/, "");
  return address && address !== text ? `${marked} (${address})` : marked;
}

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Outlook on Windows takes no width from a style. */
const width = 600;
const inner = width - 2 * 32;
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
/** After the preheader, so that what follows in the mail doesn't show beside it. */
const filler = "&#847;&zwnj;&nbsp;".repeat(60);

function mailHtml(
  content: IssueContent,
  { page, unsubscribe }: IssueLinks,
  artist: string,
  reason: string,
): string {
  const { title, dir, preheader, look, colours } = content;
  const { light, dark } = colours;
  const footer = [
    escaped(reason),
    page && link(page, t("Read it on the web"), light.muted, "muted"),
    link(unsubscribe, t("Unsubscribe|verb"), light.muted, "muted"),
  ].filter(Boolean);
  const rows = rowsOf(content);
  return `<!doctype html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(title)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>*{font-family:Arial,sans-serif!important}</style><![endif]-->
<style>:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){${darkRules(dark, "")}}
${darkRules(dark, "[data-ogsc] ", "[data-ogsb] ")}
@media (max-width:620px){.pad{padding-left:20px!important;padding-right:20px!important}}</style></head>
<body class="page" style="margin:0;padding:0;background-color:${light.page};-webkit-text-size-adjust:100%">
${preheader ? `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preheader)}${filler}</div>` : ""}
<table ${table} class="page" width="100%" bgcolor="${light.page}" style="background-color:${light.page}"><tr><td align="center" style="padding:${look === "plain" ? "8px 0" : "24px 8px"}">
<!--[if mso]><table ${table} width="${width}"><tr><td><![endif]-->
<table ${table} dir="${dir}" class="paper" width="100%" bgcolor="${light.paper}" style="max-width:${width}px;background-color:${light.paper};${look === "plain" ? "" : "border-radius:12px"}">
${head(content, artist)}
${title && row(`<h1 dir="auto" class="text" style="margin:0;font:700 28px/1.2 ${font};color:${light.text};overflow-wrap:anywhere">${escaped(title)}</h1>`, "0 32px 22px")}${rows}
${row(`<hr class="rule" style="margin:0;border:0;border-top:1px solid ${light.rule}">`, "14px 32px 0")}
${row(`<p lang="${language()}" dir="${directionOf(language())}" class="muted" style="margin:0;font:14px/1.6 ${font};color:${light.muted};overflow-wrap:anywhere">${footer.join("<br>\n")}</p>`, "14px 32px 28px")}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>
`;
}

/** For programs that say that they are dark: by a media query, or by the attributes that Outlook's apps set. */
function darkRules(dark: MailColours, text: string, ground = text): string {
  const grounds = { page: dark.page, paper: dark.paper, sunken: dark.sunken, fill: dark.fill };
  const texts = { text: dark.text, muted: dark.muted, link: dark.link, onfill: dark.onFill };
  return [
    ...Object.entries(grounds).map(
      ([name, colour]) => `${ground}.${name}{background-color:${colour}!important}`,
    ),
    ...Object.entries(texts).map(([name, colour]) => `${text}.${name}{color:${colour}!important}`),
    `${text}.rule{border-color:${dark.rule}!important}`,
    `${text}.fill{border-color:${dark.fill}!important}`,
  ].join("");
}

function head(content: IssueContent, artist: string): string {
  const { look, portrait, origin } = content;
  const { light } = content.colours;
  if (look === "plain") {
    const name = `<p dir="auto" class="text" style="margin:0;font:600 14px/1.5 ${font};color:${light.text}">${escaped(artist)}</p>`;
    return row(name, "24px 32px 8px");
  }
  const size = look === "poster" ? 96 : 56;
  const name = (style: string) =>
    `<p dir="auto" class="link" style="margin:0;${style}${font};color:${light.link};overflow-wrap:anywhere">${escaped(artist)}</p>`;
  const picture =
    portrait &&
    `<img src="${escaped(mailedPicture(origin, portrait, size * 2))}" width="${size}" height="${size}" alt="" style="display:block;border:0;border-radius:50%;object-fit:cover">`;
  if (look === "poster") {
    return row(
      `<table ${table} width="100%">${picture ? `<tr><td align="center" style="padding:0 0 14px">${picture}</td></tr>` : ""}<tr><td align="center" style="text-align:center">${name("font:800 34px/1.1 ")}</td></tr></table>`,
      "36px 32px 30px",
    );
  }
  return row(
    `<table ${table}><tr>${picture ? `<td width="${size}" style="${padded(content, "0", "0", "14px")}">${picture}</td>` : ""}<td>${name("font:700 18px/1.3 ")}</td></tr></table>`,
    "28px 32px 24px",
  );
}

const row = (inside: string, padding: string) =>
  `<tr><td class="pad" style="padding:${padding}">${inside}</td></tr>`;

/** Text that follows text stands in one row: a long letter is no heavier than it must be. */
function rowsOf(content: IssueContent): string {
  const { text } = content.colours.light;
  const rows: string[] = [];
  let paragraphs = "";
  const endText = () => {
    if (!paragraphs) return;
    rows.push(
      `<tr><td class="pad text" style="padding:0 32px 6px;font:17px/1.6 ${font};color:${text};overflow-wrap:anywhere">${paragraphs}</td></tr>`,
    );
    paragraphs = "";
  };
  for (const block of content.blocks) {
    if ("words" in block) {
      if (!isEmpty(block)) paragraphs += wordsRow(block, content);
      continue;
    }
    const part = partRow(block, content);
    if (!part) continue;
    endText();
    rows.push(part);
  }
  endText();
  return rows.join("");
}

type TextBlock = Extract<Block, { words: unknown }>;

function wordsRow({ kind, words }: TextBlock, { colours: { light } }: IssueContent): string {
  const lines = linesOf(words).map((line) => line.map((each) => wordsHtml(each, light)).join(""));
  const inside = lines.join("<br>\n");
  return kind === "heading"
    ? `<h2 dir="auto" class="text" style="margin:10px 0;font:700 21px/1.3 ${font};color:${light.text}">${inside}</h2>`
    : `<p dir="auto" style="margin:0 0 18px">${inside}</p>`;
}

function partRow(block: Exclude<Block, TextBlock>, content: IssueContent): string {
  if (block.kind === "picture") {
    const picture = content.pictures.get(block.id);
    return picture ? row(pictureHtml(picture, block.alt, content), "6px 32px 24px") : "";
  }
  const card = content.cards.get(block.id);
  return card ? row(cardHtml(card, t(cardActions[block.kind]), content), "4px 32px 22px") : "";
}

function wordsHtml({ text, bold, italic, href }: Words, colours: MailColours): string {
  const styled = `${bold ? "<b>" : ""}${italic ? "<i>" : ""}${escaped(text)}${italic ? "</i>" : ""}${bold ? "</b>" : ""}`;
  return href
    ? `<a href="${escaped(href)}" class="link" style="color:${colours.link}">${styled}</a>`
    : styled;
}

function pictureHtml(picture: Picture, alt: string, { origin, colours: { light } }: IssueContent): string {
  const shown = Math.min(inner, picture.width);
  const height = Math.round((shown * picture.height) / picture.width);
  // The words in a picture's place have its styles.
  return `<img src="${escaped(mailedPicture(origin, picture, inner * 2))}" width="${shown}" height="${height}" alt="${escaped(alt)}" class="text" style="display:block;width:100%;max-width:${shown}px;height:auto;border:0;border-radius:8px;font:italic 15px/1.5 ${font};color:${light.text}">`;
}

function cardHtml({ title, line, path, picture }: Card, action: string, content: IssueContent): string {
  const { origin, colours } = content;
  const { light } = colours;
  const address = escaped(origin + path);
  const cover =
    picture &&
    `<td width="88" valign="top" style="${padded(content, "14px", "14px", "0")}"><img src="${escaped(mailedPicture(origin, picture, 176))}" width="88" height="88" alt="" style="display:block;border:0;border-radius:8px;object-fit:cover"></td>`;
  return `<table ${table} class="sunken" width="100%" bgcolor="${light.sunken}" style="background-color:${light.sunken};border-radius:10px"><tr>${cover ?? ""}<td valign="middle" style="padding:14px 16px"><p dir="auto" class="text" style="margin:0;font:700 17px/1.35 ${font};color:${light.text};overflow-wrap:anywhere">${escaped(title)}</p><p dir="auto" class="muted" style="margin:2px 0 10px;font:14px/1.5 ${font};color:${light.muted};overflow-wrap:anywhere">${escaped(line)}</p><table ${table}><tr><td class="fill" bgcolor="${light.fill}" style="border-radius:8px;background-color:${light.fill}"><a href="${address}" class="fill onfill" aria-label="${escaped(`${action}: ${title}`)}" style="display:inline-block;padding:9px 18px;border:1px solid ${light.fill};border-radius:8px;background-color:${light.fill};font:600 15px/1.4 ${font};color:${light.onFill};text-decoration:none">${escaped(action)}</a></td></tr></table></td></tr></table>`;
}

/** A picture's distance to the side of its row at which lines begin, and to the text after it. */
const padded = ({ dir }: IssueContent, top: string, before: string, after: string) =>
  `padding:${top} ${dir === "rtl" ? `${before} ${top} ${after}` : `${after} ${top} ${before}`}`;

const link = (href: string, text: string, colour: string, name: string) =>
  `<a href="${escaped(href)}" class="${name}" style="color:${colour}">${escaped(text)}</a>`;

/** Where a picture is served as JPEG: Outlook on Windows shows no WebP. @param wanted width in pixels, at least */
function mailedPicture(origin: string, picture: Picture, wanted: number): string {
  const enough = [...picture.widths].sort((a, b) => a - b).find((each) => each >= wanted);
  const address = enough ? variantAddress(picture.src, enough) : picture.src;
  return origin + address.replace(/^\/uploads\//, "/mailed/").replace(/\.webp$/, ".jpg");
}
