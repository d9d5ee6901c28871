import { Comments, Pins } from "~/features/comments/public";
import { PlayerBar, TrackList } from "~/features/music/public";
import {
  LicenceLink,
  LongText,
  Particular,
  Particulars,
  PlayAll,
  TrackWave,
} from "~/features/music/release-public";
import { Section } from "~/public-ui/section";
import { artistPath, releasePath, trackPath } from "~/shared/artist-address";
import { cursorAt } from "~/shared/cursor";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { Rich } from "~/ui/rich";
import { type FormState, outcomeAmong, refusedOf } from "./form-state.ts";
import { MusicFrame, ShareDeeds } from "./music-frame";
import type { TrackPage } from "./music-pages.server";
import { notes } from "./release-content";
import { NextDates } from "./side-frame";
import { WithoutSection } from "./without-section";

const listId = "this-track";

/** Everything that a track's page shows. */
export function TrackContent({
  page,
  sent,
  kind = "public",
}: {
  page: TrackPage;
  sent: FormState;
  kind?: "public" | "private";
}) {
  const { artistName, avatar, comments, track } = page;
  const { id, title, lyrics, credits, waveform, releases } = track;
  const path = artistPath(page) ?? "/";
  const [release] = releases;
  const cover = track.cover ?? release?.cover ?? null;
  const lastComment = page.hasOlderComments && comments?.at(-1);
  return (
    <>
      <MusicFrame
        artist={page}
        note={notes[kind] && t(notes[kind])}
        cover={cover}
        above={release ? <FromRelease release={release} artistPath={path} /> : t("Track|of music")}
        title={title}
        deeds={
          <>
            <PlayAll listId={listId} name={title} />
            {kind === "public" && (
              <ShareDeeds
                what="track"
                title={title}
                text={t("Listen to “{title}” by {artist}", { title, artist: artistName })}
                trackId={id}
              />
            )}
          </>
        }
      >
        <WithoutSection page={page} sent={sent} />
        <div className="public-columns grid items-start gap-4">
          <div className="grid grid-cols-1 gap-4">
            <Section id="listen" title={t("Listen")}>
              <TrackList tracks={[{ ...track, cover }]} listId={listId} playsOn={page.playsOn} />
              {waveform && <TrackWave id={id} waveform={waveform} />}
              {waveform && track.durationSeconds && page.pins && (
                <Pins
                  pins={page.pins}
                  trackId={id}
                  path={trackPath(path, track.slug)}
                  durationSeconds={track.durationSeconds}
                />
              )}
            </Section>
            {lyrics && (
              <Section id="lyrics" title={t("Lyrics")}>
                <LongText text={lyrics} />
              </Section>
            )}
          </div>
          <div className="public-aside grid grid-cols-1 gap-4">
            {credits && (
              <Section id="credits" title={t("Credits|of a recording")}>
                <LongText text={credits} />
              </Section>
            )}
            <TrackParticulars track={track} artistPath={path} />
            <NextDates artist={page} />
          </div>
          {comments && (
            <Section id="comments" title={t("Comments")}>
              <Comments
                artistName={artistName}
                comments={comments}
                total={page.commentCount}
                artistPath={path}
                olderPath={lastComment ? `${path}/comments?before=${cursorAt(lastComment)}` : null}
                refused={refusedOf("comment", sent)}
                outcome={outcomeAmong(["posted", "pending"], sent)}
                trackId={id}
              />
            </Section>
          )}
        </div>
      </MusicFrame>
      <PlayerBar artistName={artistName} avatar={avatar} />
    </>
  );
}

function FromRelease({
  release: { slug, title, isOut },
  artistPath,
}: {
  release: TrackPage["track"]["releases"][number];
  artistPath: string;
}) {
  return (
    <Rich
      text={isOut ? "From {release}" : "From the coming {release}"}
      parts={{
        release: (
          <a
            href={releasePath(artistPath, slug)}
            dir="auto"
            lang={languageOf(title)}
            className="font-semibold text-foreground underline"
          >
            {title}
          </a>
        ),
      }}
    />
  );
}

function TrackParticulars({ track, artistPath }: { track: TrackPage["track"]; artistPath: string }) {
  const { releases, licence, isrc } = track;
  return (
    <Section id="details" title={t("Details")}>
      <Particulars>
        {releases.length > 1 && (
          <Particular name={t("Is on|of a track: these releases")}>
            <ul>
              {releases.map(({ id, slug, title }) => (
                <li key={id}>
                  <a
                    href={releasePath(artistPath, slug)}
                    dir="auto"
                    lang={languageOf(title)}
                    className="inline-flex min-h-8 items-center underline"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </Particular>
        )}
        <Particular name={t("Licence")}>
          <LicenceLink licence={licence} />
        </Particular>
        {isrc && <Particular name="ISRC">{isrc.replace(/^(..)(...)(..)/, "$1-$2-$3-")}</Particular>}
      </Particulars>
    </Section>
  );
}
