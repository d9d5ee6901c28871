import { language } from "~/shared/t";
import { xml, xmlDocument } from "~/shared/xml";

/** An artist's tracks as podcast apps take them. Addresses are whole. */
export interface Podcast {
  title: string;
  description: string;
  artistUrl: string;
  /** Its own. */
  url: string;
  /** A JPEG. */
  image: string;
  episodes: Episode[];
}

export interface Episode {
  id: string;
  title: string;
  url: string;
  published: Date;
  durationSeconds: number | null;
  /** A JPEG. */
  image: string | null;
  sound: { url: string; type: string; bytes: number };
}

/** RSS 2.0 with Apple's tags for podcasts. Nobody's e-mail address is in it, so none can be asked to confirm that it is theirs. */
export function podcastRss({ title, description, artistUrl, url, image, episodes }: Podcast): string {
  return xmlDocument(xml`<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${artistUrl}</link>
<description>${description}</description>
<language>${language()}</language>
<atom:link rel="self" type="application/rss+xml" href="${url}"/>
<itunes:author>${title}</itunes:author>
<itunes:image href="${image}"/>
<itunes:category text="Music"/>
<itunes:explicit>false</itunes:explicit>${episodes.map(
    ({ id, title, url, published, durationSeconds, image, sound }) => xml`
<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="false">urn:uuid:${id}</guid>
<pubDate>${published.toUTCString()}</pubDate>
<enclosure url="${sound.url}" length="${sound.bytes}" type="${sound.type}"/>${
      durationSeconds === null
        ? null
        : xml`
<itunes:duration>${durationSeconds}</itunes:duration>`
    }${
      image &&
      xml`
<itunes:image href="${image}"/>`
    }
</item>`,
  )}
</channel>
</rss>`);
}
