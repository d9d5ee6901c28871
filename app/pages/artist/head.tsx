import { artistPath, podcastPath } from "~/shared/artist-address";
import { shortened } from "~/shared/shortened";
import { t } from "~/shared/t";
import type { ArtistPage } from "./artist.server";
import { FeedLinks } from "./feeds/feed-links";
import { PageMeta } from "./page-meta";
import { structuredData } from "./structured-data.ts";

/**
 * The machine-readable part of an artist's own page: its preview, and its structured data. It stands after what is in sight;
 * titles and the like go to the head by themselves.
 */
export function ArtistHead({ page, origin }: { page: ArtistPage; origin: string }) {
  const { artistName } = page;
  const url = `${origin}${artistPath(page)}`;
  const feeds = { artistName, artistUrl: url };
  return (
    <>
      <PageMeta
        title={t("{artist}: music, dates and more", { artist: artistName })}
        heading={artistName}
        description={descriptionOf(page)}
        type="profile"
        url={url}
        artistUrl={url}
        artistName={artistName}
        isEmbeddable={page.embedsOn}
      />
      {page.releases && page.releases.length > 0 && <FeedLinks {...feeds} kind="music" />}
      {page.hasEvents && <FeedLinks {...feeds} kind="events" />}
      {page.hasLetters && <FeedLinks {...feeds} kind="letters" />}
      {page.hasPodcast && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={t("{artist}: podcast", { artist: artistName })}
          href={podcastPath(url)}
        />
      )}
      <link rel="alternate" type="application/json" href={`${url}.json`} />
      <EmbeddedData data={structuredData(page, origin)} />
    </>
  );
}

function descriptionOf({ artistName: artist, bio, location }: ArtistPage): string {
  return (
    shortened(bio ?? "") ||
    (location
      ? t("Listen to {artist} from {location}: music, dates and links.", { artist, location })
      : t("Listen to {artist}: music, dates and links.", { artist }))
  );
}

/** What a page is about, in the words of schema.org. */
export function EmbeddedData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose every `<` is escaped
      dangerouslySetInnerHTML={{ __html: embeddable(data) }}
    />
  );
}

/** JSON that can stand in a script element: nothing in it ends the element or begins another. */
function embeddable(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
