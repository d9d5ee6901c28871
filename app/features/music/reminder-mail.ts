import { escaped } from "~/shared/escaped";
import { directionOf } from "~/shared/languages";
import { anArtist, nameInMail } from "~/shared/name-in-mail";
import { language, t } from "~/shared/t";

/** The page that removes a reminder, which a mail program may post to as well. In the query, because the log holds paths. */
export function stopUrl({ origin }: { origin: string }, key: string): string {
  return `${origin}/stop-reminder?key=${key}`;
}

export interface RemindedRelease {
  artistName: string;
  title: string;
  siteName: string;
}

/** Asks whether it was the owner of the address who wants to be told. */
export function confirmReminderMail(
  { artistName, title, siteName }: RemindedRelease,
  { link, stop, withNewsletter }: { link: string; stop: string; withNewsletter: boolean },
) {
  const artist = nameInMail(artistName, anArtist(siteName));
  const release = nameInMail(title, t("a release|in place of its title, within a sentence"));
  const hello = t("Hello,");
  const opening = t(
    "This address was entered to be told when “{release}” by {artist} is out. If that was you, confirm it here:",
    { release, artist },
  );
  const also = withNewsletter
    ? t("The link also subscribes you to letters from {artist}, which was ticked.", { artist })
    : undefined;
  const note = t(
    "If it wasn't you, you don't need to do anything: without your confirmation no other mail is sent to you.",
  );
  const paragraphs = [opening, also, note].filter((text) => text !== undefined);
  return {
    subject: t("Shall we tell you when “{release}” is out?", { release }),
    fromName: artist,
    text: [
      ...[hello, opening, link, ...paragraphs.slice(1)],
      ...[t("Forget this address: {link}", { link: stop }), siteName],
    ].join("\n\n"),
    html: [
      `<p>${escaped(hello)}</p>`,
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${escaped(link)}">${escaped(t("Yes, tell me when it is out"))}</a></p>`,
      ...paragraphs.slice(1).map((text) => `<p>${escaped(text)}</p>`),
      `<p><a href="${escaped(stop)}">${escaped(t("Forget this address"))}</a></p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}

/** The news that a release is out, for somebody who has asked for it. */
export function releaseMail(
  { artistName, title, siteName }: RemindedRelease,
  { page, stop }: { page: string; stop: string },
) {
  const artist = nameInMail(artistName, anArtist(siteName));
  const news = t("“{title}” by {artist} is out.", { title, artist });
  const reason = t("You get this one mail because you asked to be told.");
  const forget = t("Forget this address: {link}", { link: stop });
  return {
    subject: t("“{title}” is out", { title }),
    fromName: artist,
    text: [news, t("Listen: {link}", { link: page }), "-- ", `${reason}\n${forget}`].join("\n\n"),
    html: `<!doctype html>
<html lang="${language()}" dir="${directionOf(language())}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:17px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<p dir="auto" style="margin:0 0 8px;font-size:14px;font-weight:600">${escaped(artist)}</p>
<h1 dir="auto" style="margin:0 0 24px;font-size:28px;line-height:1.2">${escaped(title)}</h1>
<p style="margin:0 0 18px">${escaped(t("It is out."))}</p>
<p style="margin:0 0 18px"><a href="${escaped(page)}" style="color:inherit;font-weight:600">${escaped(t("Listen"))}</a></p>
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #8886">
<p style="margin:0;font-size:14px">${escaped(reason)}<br>
<a href="${escaped(stop)}" style="color:inherit">${escaped(t("Forget this address"))}</a></p>
</div></body></html>
`,
  };
}
