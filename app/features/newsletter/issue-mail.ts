import { escaped } from "~/shared/escaped";
import { anArtist, nameInMail } from "~/shared/name-in-mail";
import { paragraphsOf } from "~/shared/paragraphs";
import type { TextPiece } from "~/shared/text-pieces";

export interface IssueContent {
  artistName: string;
  title: string;
  body: string;
  siteName: string;
}

/** Where the end of an issue leads. */
export interface IssueLinks {
  /** The issue's own page; null while the artist has none. */
  page: string | null;
  unsubscribe: string;
}

/** The issue as its reader gets it: the same words as text and as HTML that every mail program can show. */
export function issueMail(
  { artistName, title, body, siteName }: IssueContent,
  { page, unsubscribe }: IssueLinks,
) {
  const artist = nameInMail(artistName, anArtist(siteName));
  const paragraphs = paragraphsOf(body);
  const reason = `You get this because you subscribed to letters from ${artist}.`;
  const asText = ({ text, href }: TextPiece) => (href && href !== text ? `${text} (${href})` : text);
  const text = [
    title,
    ...paragraphs.map((lines) => lines.map((pieces) => pieces.map(asText).join("")).join("\n")),
    "-- ",
    [reason, page && `Read it on the web: ${page}`, `Unsubscribe: ${unsubscribe}`].filter(Boolean).join("\n"),
  ].join("\n\n");
  const asHtml = ({ text, href }: TextPiece) =>
    href ? `<a href="${escaped(href)}" style="color:inherit">${escaped(text)}</a>` : escaped(text);
  const footer = [
    escaped(reason),
    page && `<a href="${escaped(page)}" style="color:inherit">Read it on the web</a>`,
    `<a href="${escaped(unsubscribe)}" style="color:inherit">Unsubscribe</a>`,
  ];
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:17px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<p dir="auto" style="margin:0 0 8px;font-size:14px;font-weight:600">${escaped(artist)}</p>
<h1 dir="auto" style="margin:0 0 24px;font-size:28px;line-height:1.2">${escaped(title)}</h1>
${paragraphs.map((lines) => `<p dir="auto" style="margin:0 0 18px">${lines.map((pieces) => pieces.map(asHtml).join("")).join("<br>\n")}</p>`).join("\n")}
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #8886">
<p style="margin:0;font-size:14px">${footer.filter(Boolean).join("<br>\n")}</p>
</div></body></html>
`;
  return { subject: title, fromName: artist, text, html };
}
