import type { ReactNode } from "react";
import { ArtistThemeStyle } from "~/artist-theme/artist-theme-style";
import { Background } from "~/artist-theme/background";
import { PlayerBar } from "~/features/music/public";
import { Icon } from "~/public-ui/icon";
import { artistPath } from "~/shared/artist-address";
import { languageOf } from "~/shared/writing";
import { PageMeta } from "./page-meta";
import type { SideArtist } from "./side-columns.server";

/** A page beside an artist's own, in the same look: its head, the way back, its title. Brings the page's `main`. */
export function SidePage({
  artist,
  origin,
  path,
  title,
  description,
  publishedAt,
  children,
}: {
  artist: Omit<SideArtist, "location" | "bio">;
  origin: string;
  /** Its own, without the query. */
  path: string;
  title: string;
  description: string;
  /** Of a text of its own; a list has none. */
  publishedAt?: Date;
  children: ReactNode;
}) {
  const { userId, artistName, avatar, hasMusic, appearance } = artist;
  const name = `${title}: ${artistName}`;
  return (
    <>
      <PageMeta
        title={name}
        heading={name}
        description={description}
        type={publishedAt ? "article" : "website"}
        publishedAt={publishedAt}
        url={`${origin}${path}`}
        artistUrl={`${origin}${artistPath(artist)}`}
        artistName={artistName}
      />
      <meta name="handbill:counts-for" content={userId} />
      <ArtistThemeStyle appearance={appearance} />
      <Background appearance={appearance} />
      <main className="public-width grow pt-20 pb-8">
        <a
          href={artistPath(artist) ?? "/"}
          className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline"
        >
          <Icon name="left" className="size-5" />
          <span dir="auto">{artistName}</span>
        </a>
        <h1 lang={languageOf(title)} className="public-name">
          {title}
        </h1>
        {children}
      </main>
      {hasMusic && <PlayerBar artistName={artistName} avatar={avatar} />}
    </>
  );
}
