import { escaped } from "~/shared/escaped";
import { anArtist, nameInMail } from "~/shared/name-in-mail";

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
  const release = nameInMail(title, "a release");
  const opening = `This address was entered to be told when “${release}” by ${artist} is out. If that was you, confirm it here:`;
  const also = withNewsletter
    ? `The link also subscribes you to letters from ${artist}, which was ticked.`
    : undefined;
  const note =
    "If it wasn't you, you don't need to do anything: without your confirmation no other mail is sent to you.";
  const button = "Yes, tell me when it is out";
  const paragraphs = [opening, also, note].filter((text) => text !== undefined);
  return {
    subject: `Shall we tell you when “${release}” is out?`,
    fromName: artist,
    text: ["Hello,", opening, link, ...paragraphs.slice(1), `Forget this address: ${stop}`, siteName].join(
      "\n\n",
    ),
    html: [
      "<p>Hello,</p>",
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${escaped(link)}">${button}</a></p>`,
      ...paragraphs.slice(1).map((text) => `<p>${escaped(text)}</p>`),
      `<p><a href="${escaped(stop)}">Forget this address</a></p>`,
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
  const news = `“${title}” by ${artist} is out.`;
  const reason = "You get this one mail because you asked to be told.";
  return {
    subject: `“${title}” is out`,
    fromName: artist,
    text: [news, `Listen: ${page}`, "-- ", `${reason}\nForget this address: ${stop}`].join("\n\n"),
    html: `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:17px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<p dir="auto" style="margin:0 0 8px;font-size:14px;font-weight:600">${escaped(artist)}</p>
<h1 dir="auto" style="margin:0 0 24px;font-size:28px;line-height:1.2">${escaped(title)}</h1>
<p style="margin:0 0 18px">It is out.</p>
<p style="margin:0 0 18px"><a href="${escaped(page)}" style="color:inherit;font-weight:600">Listen</a></p>
<hr style="margin:32px 0 16px;border:0;border-top:1px solid #8886">
<p style="margin:0;font-size:14px">${escaped(reason)}<br>
<a href="${escaped(stop)}" style="color:inherit">Forget this address</a></p>
</div></body></html>
`,
  };
}
