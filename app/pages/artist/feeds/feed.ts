import { type Xml, xml, xmlDocument } from "~/shared/xml";

/** What an artist has told the world, the newest first: Atom and JSON Feed are written from it. Addresses are whole. */
export interface Feed {
  /** The same under every address that the artist ever has. */
  id: string;
  title: string;
  author: string;
  /** The page that shows the same. */
  pageUrl: string;
  /** The artist's own. */
  artistUrl: string;
  /** A portrait. */
  icon: string | null;
  updated: Date;
  entries: FeedEntry[];
}

export interface FeedEntry {
  id: string;
  title: string;
  url: string;
  published: Date;
  updated: Date;
  /** HTML. */
  content: Xml;
  picture: string | null;
}

/** Atom 1.0 (RFC 4287). @param url the feed's own address */
export function atomFeed(
  { id, title, author, pageUrl, artistUrl, icon, updated, entries }: Feed,
  url: string,
) {
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${id}</id>
<title>${title}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${author}</name><uri>${artistUrl}</uri></author>
<link rel="self" type="application/atom+xml" href="${url}"/>
<link rel="alternate" type="text/html" href="${pageUrl}"/>${
    icon &&
    xml`
<logo>${icon}</logo>`
  }${entries.map(
    (entry) => xml`
<entry>
<id>${entry.id}</id>
<title>${entry.title}</title>
<link rel="alternate" type="text/html" href="${entry.url}"/>
<published>${entry.published.toISOString()}</published>
<updated>${entry.updated.toISOString()}</updated>
<content type="html">${entry.content.text}</content>
</entry>`,
  )}
</feed>`);
}

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). @param url the feed's own address */
export function jsonFeed({ title, author, pageUrl, artistUrl, icon, entries }: Feed, url: string): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: pageUrl,
    feed_url: url,
    ...(icon && { icon }),
    authors: [{ name: author, url: artistUrl }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_html: entry.content.text,
      ...(entry.picture && { image: entry.picture }),
      date_published: entry.published.toISOString(),
      date_modified: entry.updated.toISOString(),
    })),
  });
}
