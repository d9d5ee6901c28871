import type { ComponentProps } from "react";
import { PlayerBar } from "~/features/music/public";
import { dayInWords, extentOf, kindAndYear } from "~/features/music/public-release";
import {
  ChosenServiceFirst,
  LicenceLink,
  LongText,
  Particular,
  Particulars,
  PlayAll,
  ReleaseDay,
  ReleaseTracks,
  ServiceLinks,
} from "~/features/music/release-public";
import { ReminderForm } from "~/features/music/reminder-public";
import { Section } from "~/public-ui/section";
import { artistPath } from "~/shared/artist-address";
import { msg, t } from "~/shared/t";
import { MusicFrame, ShareDeeds } from "./music-frame";
import type { ReleasePage } from "./music-pages.server";
import { NextDates } from "./side-frame";

const dayMs = 24 * 60 * 60 * 1000;
const listId = "release-tracks";

/** When the page begins to count the time to the release; null where that has begun. */
export function lastDayBegins({ releasedAt, isOut, isLastDay }: ReleasePage["release"]): Date | null {
  return releasedAt && !isOut && !isLastDay ? new Date(new Date(releasedAt).getTime() - dayMs) : null;
}

/** What stands above the title before it is out. */
const comingKinds = {
  single: msg("Coming Single"),
  ep: msg("Coming EP"),
  album: msg("Coming Album"),
} as const;

/** What stands above a page that not everybody sees. */
export const notes = {
  public: undefined,
  preview: msg("A preview: nobody but you sees this page yet."),
  private: msg("A private link: please don't pass it on."),
};

/**
 * Everything that a release's page shows, announced or out. Its artist sees the same before it is public, and so do those
 * who have a private link: its tracks have no pages yet, so they lead nowhere.
 */
export function ReleaseContent({
  page,
  kind,
  reminder,
}: {
  page: ReleasePage;
  kind: "public" | "preview" | "private";
  /** The form by which a fan is told when it is out; null where there is none. */
  reminder: Pick<ComponentProps<typeof ReminderForm>, "refused" | "isSent"> | null;
}) {
  const { artistName, avatar, release } = page;
  const { title, isOut, releasedAt, day, entries, playable, links, description, credits } = release;
  const path = artistPath(page) ?? "/";
  const text = t(isOut ? "Listen to “{title}” by {artist}" : "“{title}” by {artist} is coming", {
    title,
    artist: artistName,
  });
  return (
    <>
      <ChosenServiceFirst links={links} />
      <MusicFrame
        artist={page}
        note={notes[kind] && t(notes[kind])}
        cover={release.cover}
        above={isOut ? kindAndYear(release) : t(comingKinds[release.kind])}
        title={title}
        deeds={
          <>
            {!isOut && day && releasedAt && <ReleaseDay {...release} day={day} releasedAt={releasedAt} />}
            {reminder && <ReminderForm artistName={artistName} title={title} {...reminder} />}
            {playable.length > 0 && (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <PlayAll
                  listId={listId}
                  name={isOut ? title : t("what there is of {title}|in: Play …", { title })}
                />
                <p className="text-muted text-sm">
                  {isOut ? extentOf(entries) : t("{extent} to hear already", { extent: extentOf(playable) })}
                </p>
              </div>
            )}
            {links.length > 0 && <ServiceLinks links={links} isOut={isOut} />}
            {kind !== "private" && <ShareDeeds what="release" title={title} text={text} />}
          </>
        }
      >
        <div className="public-columns grid items-start gap-4">
          {entries.length > 0 && (
            <Section id="tracks" title={t(entries.length === 1 ? "Track|of music" : "Tracks")}>
              <ReleaseTracks
                entries={entries}
                playable={playable}
                cover={release.cover}
                listId={listId}
                artistPath={kind === "private" ? null : path}
                playsOn={page.playsOn}
              />
            </Section>
          )}
          <div className="public-aside grid grid-cols-1 gap-4">
            {description && (
              <Section id="about" title={t("About|a release")}>
                <LongText text={description} />
              </Section>
            )}
            {credits && (
              <Section id="credits" title={t("Credits|of a recording")}>
                <LongText text={credits} />
              </Section>
            )}
            <ReleaseParticulars release={release} />
          </div>
          <NextDates artist={page} />
        </div>
      </MusicFrame>
      <PlayerBar artistName={artistName} avatar={avatar} />
    </>
  );
}

function ReleaseParticulars({ release: { isOut, day, licence, upc } }: { release: ReleasePage["release"] }) {
  return (
    <Section id="details" title={t("Details")}>
      <Particulars>
        {isOut && day && (
          <Particular name={t("Released|on a day")}>
            <time dateTime={day}>{dayInWords(day)}</time>
          </Particular>
        )}
        <Particular name={t("Licence")}>
          <LicenceLink licence={licence} />
        </Particular>
        {upc && <Particular name="UPC">{upc}</Particular>}
      </Particulars>
    </Section>
  );
}
