import type { ReactNode } from "react";
import { Background } from "~/features/appearance/public";
import type { Appearance } from "~/features/appearance/schema";
import { artistPath } from "~/shared/artist-address";
import { Icon } from "~/ui/icon";
import { ArtistLook } from "./artist-look";

/** A page beside an artist's own, in the same look: its head, the way back, its title. Brings the page's `main`. */
export function SidePage({
  artist,
  origin,
  path,
  title,
  description,
  children,
}: {
  artist: { artistName: string; customUrl: string | null; appearance: Appearance };
  origin: string;
  /** Its own, without the query. */
  path: string;
  title: string;
  description: string;
  children: ReactNode;
}) {
  const { artistName, appearance } = artist;
  return (
    <>
      <title>{`${title}: ${artistName}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={`${origin}${path}`} />
      <ArtistLook appearance={appearance} />
      <Background appearance={appearance} />
      <main className="stage-width grow pt-20 pb-8">
        <a
          href={artistPath(artist) ?? "/"}
          className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline"
        >
          <Icon name="left" className="size-5" />
          <span dir="auto">{artistName}</span>
        </a>
        <h1 className="stage-name">{title}</h1>
        {children}
      </main>
    </>
  );
}
