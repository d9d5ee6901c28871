import { use } from "react";
import { PublicAssetsContext } from "~/layouts/public-assets";
import { addressIn } from "~/shared/artist-address";
import { language, otherLanguages, pageLanguage } from "~/shared/t";
import { useSiteName } from "~/ui/site-name";

/** A public page's data for search engines and for previews in chats. */
export function PageMeta({
  title,
  heading,
  description,
  type,
  url,
  artistUrl,
  picture,
  artistName,
  publishedAt,
  isEmbeddable = false,
}: {
  /** The browser's tab. */
  title: string;
  /** The heading of the preview card. */
  heading: string;
  description: string;
  /** In the words of the Open Graph protocol. */
  type: "profile" | "article" | "website" | "music.song" | "music.album";
  /** The page's own, without the query. */
  url: string;
  /** The artist of the page. */
  artistUrl: string;
  /** Stands beside the link: theirs, unless the page has one of its own. */
  picture?: string;
  artistName: string;
  /** Of an article. */
  publishedAt?: Date | undefined;
  /** Other sites may ask how to show it (pages/embed/oembed.route.ts). */
  isEmbeddable?: boolean;
}) {
  // A copy of the page knows one language.
  const others = use(PublicAssetsContext)?.isCopy ? [] : otherLanguages();
  const isTranslated = others.includes(language());
  const canonical = isTranslated ? addressIn(url, language()) : url;
  const drawn = picture ?? `${artistUrl}/card.jpg`;
  const card = isTranslated ? addressIn(drawn, language()) : drawn;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {others.length > 0 && (
        <>
          <link rel="alternate" hrefLang="x-default" href={url} />
          <link rel="alternate" hrefLang={pageLanguage()} href={url} />
          {others.map((tag) => (
            <link key={tag} rel="alternate" hrefLang={tag} href={addressIn(url, tag)} />
          ))}
        </>
      )}
      {isEmbeddable && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={heading}
          href={`${new URL("/oembed", url)}?${new URLSearchParams({ url })}`}
        />
      )}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={useSiteName()} />
      <meta property="og:title" content={heading} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={card} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture ? heading : artistName} />
      {publishedAt && <meta property="article:published_time" content={publishedAt.toISOString()} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={heading} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={card} />
    </>
  );
}
