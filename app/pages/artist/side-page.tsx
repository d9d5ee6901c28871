import type { ReactNode } from "react";
import { PlayerBar, TrackList } from "~/features/music/public";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { nameStyle } from "./header.tsx";
import { PageMeta } from "./page-meta";
import type { SideArtist } from "./side-columns.server";
import { ArtistLink, NextDates, SideFrame } from "./side-frame";

/**
 * A page beside an artist's own, in the same look: its head, the way back, the artist's newest track, its title, and the
 * next dates. Brings the page's `main`.
 */
export function SidePage({
  artist,
  origin,
  path,
  title,
  description,
  publishedAt,
  isEmbeddable,
  aside,
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
  /** Other sites may show it. */
  isEmbeddable?: boolean;
  /** Stands in the place of the next dates. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { userId, artistName, avatar, newest, playsOn } = artist;
  const name = t("{title}: {artist}", { title, artist: artistName });
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
        isEmbeddable={isEmbeddable}
      />
      <meta name="handbill:counts-for" content={userId} />
      <SideFrame artist={artist} kind="beside">
        <header className="side-head">
          <ArtistLink artist={artist} isLarge />
          {newest && (
            <TrackList
              // The bar offers its download no more than this line does, which has no room for it.
              tracks={[{ ...newest, downloadsEnabled: false }]}
              listId="newest"
              artistPath={artistPath(artist)}
              playsOn={playsOn}
            />
          )}
        </header>
        <div className="side-content">
          <h1
            dir="auto"
            lang={languageOf(title)}
            className="side-title"
            style={nameStyle(title, artist.appearance)}
          >
            {title}
          </h1>
          {children}
        </div>
        <div className="side-aside">{aside ?? <NextDates artist={artist} />}</div>
      </SideFrame>
      {newest && <PlayerBar artistName={artistName} avatar={avatar} />}
    </>
  );
}
