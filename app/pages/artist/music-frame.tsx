import type { ComponentProps, ReactNode } from "react";
import { LargeSleeve } from "~/features/music/release-public";
import { Icon } from "~/public-ui/icon";
import type { Picture } from "~/shared/picture";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { nameStyle } from "./header.tsx";
import { ArtistLink, SideFrame } from "./side-frame";

/** The page of a track or a release: its cover beside its title and deeds, everything else below. */
export function MusicFrame({
  artist,
  note,
  cover,
  above,
  title,
  deeds,
  children,
}: {
  artist: ComponentProps<typeof ArtistLink>["artist"];
  /** Stands above everything else. */
  note?: string | undefined;
  cover: Picture | null;
  /** The line above the title. */
  above: ReactNode;
  title: string;
  /** Stand below the title, beside the cover. */
  deeds: ReactNode;
  children: ReactNode;
}) {
  const { artistName } = artist;
  return (
    <SideFrame artist={artist} kind="music">
      {note && <p className="w-fit rounded-box bg-info-soft px-4 py-2 text-info">{note}</p>}
      <ArtistLink artist={artist} isLarge={false} />
      <article className="music-page">
        <LargeSleeve cover={cover} />
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:py-6">
          <div>
            <p className="text-muted">{above}</p>
            <h1
              dir="auto"
              lang={languageOf(title)}
              className="music-title mt-1"
              style={nameStyle(title, artist.appearance)}
            >
              {title}
            </h1>
            <p dir="auto" lang={languageOf(artistName)} className="mt-2 text-lg">
              {artistName}
            </p>
          </div>
          {deeds}
        </div>
      </article>
      {children}
    </SideFrame>
  );
}

/** Share and copy link, for what the page is about. */
export function ShareDeeds({
  what,
  title,
  text,
  trackId,
}: {
  what: "track" | "release";
  title: string;
  text: string;
  /** While this track is on, the link leads to the second that it has reached. */
  trackId?: string;
}) {
  const look =
    "needs-script group inline-flex min-h-11 items-center gap-2 rounded-box px-3 font-semibold text-sm transition-colors hover:bg-sunken";
  const said =
    what === "track"
      ? { shared: t("Track shared successfully!"), copied: t("Track link copied to clipboard!") }
      : { shared: t("Release shared successfully!"), copied: t("Release link copied to clipboard!") };
  const about = {
    "data-shared": said.shared,
    "data-copied": said.copied,
    "data-title": title,
    "data-text": text,
    "data-track": trackId,
  };
  return (
    <div className="-mx-3 flex flex-wrap">
      <button type="button" data-deferred data-header-action="share" {...about} className={look}>
        <Icon name="share" className="size-5" />
        {t("Share")}
      </button>
      <button type="button" data-deferred data-header-action="copy" {...about} className={look}>
        <Icon name="link" className="size-5 group-data-done:hidden" />
        <Icon name="check" className="hidden size-5 group-data-done:block" />
        <span className="group-data-done:hidden">{t("Copy link")}</span>
        <span className="hidden group-data-done:inline">{t("Copied!")}</span>
      </button>
    </div>
  );
}
