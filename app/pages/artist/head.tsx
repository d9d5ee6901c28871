import { artistPath } from "~/shared/artist-address";
import type { ArtistPage } from "./artist.server";
import { structuredData } from "./structured-data.ts";

/** What search engines, previews in chats and other readers without eyes learn of a page. */
export function ArtistHead({ page, origin }: { page: ArtistPage; origin: string }) {
  const { artistName } = page;
  const url = `${origin}${artistPath(page)}`;
  const title = `${artistName}: music, dates and more`;
  const description = descriptionOf(page);
  const picture = `${url}/card.jpg`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content="Handbill" />
      <meta property="og:title" content={artistName} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={artistName} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={artistName} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={picture} />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose every `<` is escaped
        dangerouslySetInnerHTML={{ __html: embeddable(structuredData(page, origin)) }}
      />
    </>
  );
}

/** As long as search engines show. */
const descriptionLength = 155;

function descriptionOf({ artistName, bio, location }: ArtistPage): string {
  const text = bio?.replace(/\s+/g, " ").trim();
  if (!text) return `Listen to ${artistName}${location ? ` from ${location}` : ""}: music, dates and links.`;
  if (text.length <= descriptionLength) return text;
  return `${text.slice(0, descriptionLength).replace(/\s+\S*$/, "")} …`;
}

/** JSON that can stand in a script element: nothing in it ends the element or begins another. */
function embeddable(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
