import type { Layout } from "~/artist-theme/appearance";
import { ArtistThemeStyle } from "~/artist-theme/artist-theme-style";
import { Background } from "~/artist-theme/background";
import { PlayerBar } from "~/features/music/public";
import type { ArtistPage } from "./artist.server";
import type { FormState } from "./form-state.ts";
import { classic } from "./layouts/classic.tsx";
import { gallery } from "./layouts/gallery.tsx";
import { minimal } from "./layouts/minimal.tsx";
import type { PageLayout, ShownPicture } from "./layouts/page-layout.ts";
import { poster } from "./layouts/poster.tsx";
import { split } from "./layouts/split.tsx";
import { answeredSection, type Sample, sectionsOf } from "./sections.tsx";
import { WithoutSection } from "./without-section";

const pageLayouts: Record<Layout, PageLayout> = { classic, poster, split, gallery, minimal };

/** Where the page shows the artist's picture: the portrait, else the cover. */
export function shownPicture(page: ArtistPage): ShownPicture {
  return pageLayouts[page.appearance.layout].shownPicture(page);
}

/**
 * An artist's whole page in the layout that the artist chose, for the artist page itself, its preview and the sample.
 * [1 §2]
 * @param sample on the sample page alone
 */
export function ArtistContent({
  page,
  sent = {},
  sample,
}: {
  page: ArtistPage;
  sent?: FormState;
  sample?: Sample;
}) {
  const { layout } = page.appearance;
  const { styles, photosPlace, Composition } = pageLayouts[layout];
  const hasMusic = Boolean(page.tracks?.length || page.latestTracks?.length);
  return (
    <>
      <ArtistThemeStyle appearance={page.appearance} />
      {styles && (
        <style href={`layout-${layout}`} precedence="artist">
          {styles}
        </style>
      )}
      <Background appearance={page.appearance} />
      <main className={styles ? `page-${layout}` : "grow pb-8"}>
        <WithoutSection page={page} sent={sent} />
        <Composition
          page={page}
          sections={sectionsOf(page, sent, sample, photosPlace(sample))}
          sample={sample}
          answered={answeredSection(sent)}
        />
      </main>
      {hasMusic && (
        <PlayerBar
          artistName={page.artistName}
          avatar={page.avatar}
          onDownloadFailure={sample ? "open" : "toast"}
        />
      )}
    </>
  );
}
