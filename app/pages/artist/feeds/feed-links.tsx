import { type FeedKind, feedPath } from "~/shared/artist-address";
import { msg, t } from "~/shared/t";

const titles: Record<FeedKind, string> = {
  music: msg("{artist}: releases"),
  events: msg("{artist}: dates"),
  letters: msg("{artist}: letters"),
};

export function feedTitle(kind: FeedKind, artistName: string): string {
  return t(titles[kind], { artist: artistName });
}

/** Says in the document's head where programs can follow what the artist tells. @param artistUrl the artist's own page */
export function FeedLinks({
  artistName,
  artistUrl,
  kind,
}: {
  artistName: string;
  artistUrl: string;
  kind: FeedKind;
}) {
  const title = feedTitle(kind, artistName);
  return (
    <>
      <link
        rel="alternate"
        type="application/atom+xml"
        title={title}
        href={feedPath(artistUrl, kind, "atom")}
      />
      <link
        rel="alternate"
        type="application/feed+json"
        title={title}
        href={feedPath(artistUrl, kind, "json")}
      />
    </>
  );
}
