import { type FeedKind, feedKinds, feedPath } from "~/shared/artist-address";

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
  const title = `${artistName}: ${feedKinds[kind]}`;
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
