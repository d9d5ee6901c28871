import { Icon } from "~/public-ui/icon";
import {
  asToast,
  controlsOf,
  Notice,
  PublicField,
  PublicForm,
  PublicTextArea,
  SwapPart,
  Trap,
} from "~/public-ui/public-form";
import { trackPath } from "~/shared/artist-address";
import { formatDuration } from "~/shared/duration";
import type { RefusedForm } from "~/shared/forms";
import { relativeTime } from "~/shared/relative-time";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { authorLimit, commentFailure, reasonLimit, reportFailure } from "./schema.ts";

export interface PublicComment {
  id: string;
  authorName: string;
  content: string;
  /** ISO 8601 */
  createdAt: string;
  /** The artist's. */
  answer: string | null;
  /** The second that it is about, where there is a track. */
  trackSeconds: number | null;
  track: { id: string; slug: string; title: string } | null;
}

/** What a comment without an answer has, that isn't about a moment of a track. */
export const aloneComment = { answer: null, trackSeconds: null, track: null };

export interface CommentsProps {
  artistName: string;
  /** The newest first. */
  comments: PublicComment[];
  /** The number of comments; counted up to {@link commentsCounted} and one more. */
  total: number;
  /** The artist's page, under which comments are reported and tracks have theirs; null where there is none. */
  artistPath: string | null;
  /** The page of those that come after the ones here. */
  olderPath: string | null;
  /** The page of all of them, where only the newest stand here. */
  allPath?: string | null;
  /** The form as it came back. */
  refused: RefusedForm | undefined;
  /** The state of the comment that was just sent. */
  outcome: "posted" | "pending" | undefined;
  /** The track that the page is about: a comment may be pinned to a second of it. */
  trackId?: string;
}

/** More are too many to count for each page. */
export const commentsCounted = 1000;

/** The fans' comments, the newest first, and the form for a new one. [1 §2] */
export function Comments({
  artistName,
  comments,
  total,
  artistPath,
  olderPath,
  allPath = null,
  refused,
  outcome,
  trackId,
}: CommentsProps) {
  const onward =
    "flex min-h-11 items-center justify-center rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken";
  return (
    <SwapPart id="comments-part">
      <div className="grid grid-cols-1 items-start gap-8 @3xl:grid-cols-[5fr_7fr] @3xl:gap-12">
        <div className="grid grid-cols-1 gap-4">
          {outcome && <CommentOutcome outcome={outcome} />}
          <CommentFormPart refused={refused} trackId={trackId} />
        </div>
        {comments.length === 0 ? (
          <div className="grid justify-items-center gap-3 rounded-box border border-edge border-dashed px-6 py-10 text-center text-muted">
            <Icon name="heart" className="size-8" />
            <p dir="auto">
              {t("No comments yet. Be the first to say something to {artist}.", { artist: artistName })}
            </p>
          </div>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <h3 className="font-bold">{countOf(total)}</h3>
            <CommentList
              artistName={artistName}
              comments={comments}
              artistPath={artistPath}
              hasNew={outcome === "posted"}
            />
            {olderPath && (
              <a href={olderPath} data-deferred data-older className={onward}>
                {t("Older comments")}
              </a>
            )}
            {allPath && (
              <a href={allPath} className={onward}>
                {t("Show all comments")}
              </a>
            )}
          </div>
        )}
      </div>
    </SwapPart>
  );
}

export function CommentOutcome({ outcome }: { outcome: "posted" | "pending" }) {
  return outcome === "posted" ? (
    <Notice type="success" toast={asToast("success")}>
      {t("Comment posted successfully!")}
    </Notice>
  ) : (
    <Notice type="info" takesFocus toast={asToast("info", true)}>
      {t("Your comment will appear once the artist has reviewed it.")}
    </Notice>
  );
}

export function CommentFormPart({ refused, trackId }: Pick<CommentsProps, "refused" | "trackId">) {
  const control = controlsOf("comment", ["author_name", "content", "at"], refused);
  return (
    <PublicForm
      intent="comment"
      label={t("Write a comment")}
      failure={t(commentFailure)}
      refused={refused}
      submit={t("Post comment")}
      pending={t("Posting...")}
    >
      <PublicField
        state={control("author_name")}
        label={t("Your name")}
        autoComplete="name"
        maxLength={authorLimit}
        dir="auto"
        required
      />
      <PublicTextArea state={control("content")} label={t("Your comment")} rows={3} dir="auto" required />
      {trackId && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <input type="hidden" name="track_id" value={trackId} />
          <PublicField
            state={control("at")}
            label={t("Moment of the track (optional)")}
            hint={t("Such as {example}", { example: "1:15" })}
            autoComplete="off"
            maxLength={9}
            dir="ltr"
          />
          <button
            type="button"
            data-pin={trackId}
            hidden
            className="mt-14 min-h-12 rounded-box border border-edge bg-surface px-4 font-semibold text-sm tabular-nums hover:bg-sunken"
          />
        </div>
      )}
      <Trap />
    </PublicForm>
  );
}

/** The form that reports a comment to the admins. */
export function ReportFormPart({ refused }: { refused: RefusedForm | undefined }) {
  const control = controlsOf("report", ["reason"], refused);
  return (
    <PublicForm
      intent="report"
      label={t("Report this comment")}
      failure={t(reportFailure)}
      refused={refused}
      submit={t("Report comment")}
      pending={t("Reporting...")}
    >
      <PublicTextArea
        state={control("reason")}
        label={t("What is wrong with it?")}
        rows={3}
        maxLength={reasonLimit}
        dir="auto"
        required
      />
      <Trap />
    </PublicForm>
  );
}

export function CommentList({
  artistName,
  comments,
  artistPath,
  hasNew = false,
}: Pick<CommentsProps, "artistName" | "comments" | "artistPath"> & { hasNew?: boolean }) {
  const now = new Date();
  return (
    <ol data-comments className="grid grid-cols-1">
      {comments.map(({ id, authorName, content, createdAt, answer, track, trackSeconds }, index) => (
        <li
          key={id}
          {...(hasNew && index === 0 && arrived)}
          className="overflow-clip border-line border-t py-3 first:border-t-0 first:pt-0"
        >
          <p className="flex flex-wrap items-baseline gap-x-3">
            <strong dir="auto" className="min-w-0 wrap-anywhere">
              {authorName}
            </strong>
            <time data-age dateTime={new Date(createdAt).toISOString()} className="text-muted text-sm">
              {relativeTime(new Date(createdAt), now)}
            </time>
            {artistPath && (
              <a
                href={reportPath(artistPath, id)}
                rel="nofollow"
                aria-label={t("Report the comment by {name}", { name: authorName })}
                className="ms-auto -my-2.5 inline-flex min-h-11 items-center px-2 text-[0.875rem] text-muted hover:text-foreground hover:underline"
              >
                {t("Report|verb, a comment")}
              </a>
            )}
          </p>
          {track && trackSeconds !== null && artistPath && (
            <MomentLink track={track} seconds={trackSeconds} artistPath={artistPath} />
          )}
          <p
            dir="auto"
            lang={languageOf(content)}
            className="mt-0.5 text-start wrap-anywhere whitespace-pre-line"
          >
            {content}
          </p>
          {answer && (
            <div className="ms-1 mt-2 border-primary border-s-3 ps-3">
              <p>
                <strong dir="auto" className="wrap-anywhere">
                  {artistName}
                </strong>{" "}
                <span className="text-muted text-sm">{t("answered|follows the artist's name")}</span>
              </p>
              <p
                dir="auto"
                lang={languageOf(answer)}
                className="mt-0.5 text-start wrap-anywhere whitespace-pre-line"
              >
                {answer}
              </p>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Leads to the moment of the track that a comment is about, and plays it where that track is on the page. */
function MomentLink({
  track: { id, slug, title },
  seconds,
  artistPath,
}: {
  track: NonNullable<PublicComment["track"]>;
  seconds: number;
  artistPath: string;
}) {
  return (
    <a
      href={momentPath(trackPath(artistPath, slug), seconds)}
      data-moment={id}
      data-at={seconds}
      className="-my-1 inline-flex min-h-11 max-w-full items-center gap-2 text-sm hover:underline"
    >
      <Icon name="play" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">
        <span className="tabular-nums">{formatDuration(seconds)}</span> ·{" "}
        <bdi lang={languageOf(title)}>{title}</bdi>
      </span>
    </a>
  );
}

/** A track's page, where its player begins at that second. @param track the path of the track's page */
const momentPath = (track: string, seconds: number) => `${track}?t=${seconds}`;

/** A comment on a moment of the page's track, or as much of it as there is room for. */
interface Pin {
  id: string;
  authorName: string;
  content: string;
  seconds: number;
}

/** Of so many pins each has its author's first letter; of more, which stand too close, none. */
const withLetters = 24;

/**
 * Comments on the shape of a track, each at its second. Each is a link that plays the track from there.
 * @param path of the track's page
 */
export function Pins({
  pins,
  trackId,
  path,
  durationSeconds,
}: {
  pins: Pin[];
  trackId: string;
  path: string;
  durationSeconds: number;
}) {
  const inOrder = [...pins].sort((one, other) => one.seconds - other.seconds);
  const isDense = pins.length > withLetters;
  return (
    <div id="pins" data-swap-too>
      {pins.length > 0 && (
        <div className={isDense ? "pins pins-dense" : "pins"}>
          <p id="pins-name" className="pins-name">
            {t("Comments on moments of this track")}
          </p>
          <ol aria-labelledby="pins-name" dir="ltr">
            {inOrder.map(({ id, authorName, content, seconds }) => (
              <li key={id}>
                <a
                  href={momentPath(path, seconds)}
                  data-moment={trackId}
                  data-at={seconds}
                  aria-labelledby={`pin-${id}`}
                  className="pin"
                  style={{ left: `${Math.min(100, (100 * seconds) / durationSeconds)}%` }}
                >
                  {isDense ? null : [...authorName][0]}
                </a>
                <span id={`pin-${id}`} aria-hidden="true" dir="auto" className="pin-words">
                  <span className="tabular-nums">{formatDuration(seconds)}</span>{" "}
                  <strong>{authorName}</strong>: {content}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

/** Where a comment is reported. @param page the path of the artist's page */
export function reportPath(page: string, commentId: string): string {
  return `${page}/comments/${commentId}/report`;
}

/** The comment that was just sent gets the focus: its author goes on from there. */
const arrived = { autoFocus: true, tabIndex: -1, "data-arrived": "" };

function countOf(total: number): string {
  if (total > commentsCounted) return t("More than {count, number} comments", { count: commentsCounted });
  return t("{count, plural, one {# comment} other {# comments}}", { count: total });
}
