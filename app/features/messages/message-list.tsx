import {
  ArrowDown,
  Check,
  CheckCheck,
  Clock,
  Flag,
  MessageCircleDashed,
  Music2,
  TriangleAlert,
} from "lucide-react";
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { playableTrack } from "~/client/playable-track";
import { formatDuration } from "~/shared/duration";
import { t } from "~/shared/t";
import { piecesOf } from "~/shared/text-pieces";
import { Age } from "~/ui/age";
import { Button } from "~/ui/button";
import { DownloadLink, PlayButton } from "~/ui/player";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import type { Unsent } from "./outbox";
import { nameOf } from "./person";
import type { OpenConversation, SharedTrack, ShownAttachment, ShownMessage } from "./queries.server";
import { ReportDialog } from "./report-dialog";
import { sharedTracksText, shownContent, texts } from "./schema";

/** Pixels: nearer to the end than this is at the end. */
const nearEnd = 64;
/** Nearer to the beginning than this, earlier messages are fetched. */
const nearBeginning = 200;

/**
 * The messages, the newest at the foot. It stays there while one reads there, and where it is while one reads elsewhere,
 * whatever comes before or after. It begins at the first message that one has yet to read.
 */
export function MessageList({
  open: { person, messages, hasOlder, firstUnread, theirFirstUnread },
  unsent,
  ownName,
  onOlder,
  onAtEnd,
  onRetry,
  onDiscard,
}: {
  open: OpenConversation;
  unsent: Unsent[];
  ownName: string;
  onOlder(): Promise<void>;
  /** Whether its end is in sight. */
  onAtEnd(isAtEnd: boolean): void;
  onRetry(clientId: string): void;
  onDiscard(clientId: string): void;
}) {
  const box = useRef<HTMLElement>(null);
  const divider = useRef<HTMLLIElement>(null);
  const isAtEnd = useRef(true);
  const toast = useToast();
  const [hasNewMessage, setHasNewMessage] = useState(false);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  /** As it was when the conversation was opened. */
  const [dividerAt] = useState(firstUnread);
  const [reportedId, setReportedId] = useState<string | null>(null);
  /** Of all the buttons that report a message, the one on the way of the Tab key; from there the arrows lead on. */
  const [stopId, setStopId] = useState<string | null>(null);
  const lastReceivedId = messages.findLast(({ isOwn }) => !isOwn)?.id;
  const name = nameOf(person);

  const goToEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  const look = () => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    onAtEnd(isAtEnd.current);
    if (isAtEnd.current) setHasNewMessage(false);
  };

  // Where it begins; and later, however its height changes, the end stays in sight if it was.
  const begin = useEffectEvent((element: HTMLElement) => {
    if (divider.current) element.scrollTop = divider.current.offsetTop - element.clientHeight / 4;
    else goToEnd();
    look();
  });
  const stayAtEnd = useEffectEvent(() => isAtEnd.current && goToEnd());
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    begin(element);
    const observer = new ResizeObserver(() => stayAtEnd());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const first = messages[0]?.sequence;
  const last = messages.at(-1);
  const lastUnsent = unsent.at(-1)?.clientId;
  const seen = useRef({ first, last: last?.sequence, lastUnsent, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    const before = seen.current;
    if (!element) return;
    if (first !== before.first && last?.sequence === before.last) {
      element.scrollTop += element.scrollHeight - before.height;
    } else if (last?.sequence !== before.last || lastUnsent !== before.lastUnsent) {
      // The last one may also have been hidden.
      const isNew = last !== undefined && last.sequence > (before.last ?? 0);
      const isOwn = lastUnsent !== undefined ? lastUnsent !== before.lastUnsent : isNew && last.isOwn;
      if (isOwn || isAtEnd.current) goToEnd();
      else if (isNew) setHasNewMessage(true);
    }
    seen.current = { first, last: last?.sequence, lastUnsent, height: element.scrollHeight };
    look();
  });

  const loadOlder = () => {
    if (isLoadingOlder || !hasOlder) return;
    setLoadingOlder(true);
    onOlder()
      .catch(() => toast.error(t(texts.messagesFailure)))
      .finally(() => setLoadingOlder(false));
  };

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <section
        ref={box}
        aria-label={t("Messages with {name}", { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
        tabIndex={0}
        onScroll={() => {
          look();
          if ((box.current?.scrollTop ?? nearBeginning) < nearBeginning) loadOlder();
        }}
        className="min-h-0 grow overflow-y-auto overscroll-contain px-3 py-4 [overflow-anchor:none] focus-visible:-outline-offset-3 sm:px-4"
      >
        {hasOlder && (
          <div className="mb-4 grid justify-center">
            <Button variant="secondary" pending={isLoadingOlder} onClick={loadOlder}>
              {t("Show older messages")}
            </Button>
          </div>
        )}
        {messages.length === 0 && unsent.length === 0 && (
          <div className="grid h-full place-content-center justify-items-center gap-3 text-muted">
            <MessageCircleDashed aria-hidden="true" className="size-8" />
            <p>{t("Start the conversation!")}</p>
          </div>
        )}
        <ol className="grid grid-cols-1 gap-3" onKeyDown={moveAmongReports}>
          {messages.map((message) => (
            <Fragment key={message.clientId ?? message.id}>
              {message.sequence === dividerAt && (
                <li
                  ref={divider}
                  className="flex items-center gap-3 font-semibold text-danger text-sm before:h-px before:grow before:bg-danger after:h-px after:grow after:bg-danger"
                >
                  {t("New messages")}
                </li>
              )}
              <Bubble
                message={message}
                sender={message.isOwn ? ownName : name}
                isRead={theirFirstUnread === null || message.sequence < theirFirstUnread}
                isStop={message.id === (stopId ?? lastReceivedId)}
                onStop={setStopId}
                onReport={setReportedId}
              />
            </Fragment>
          ))}
          {unsent.map((item) => (
            <UnsentBubble
              key={item.clientId}
              item={item}
              onRetry={() => {
                onRetry(item.clientId);
                box.current?.focus({ preventScroll: true });
              }}
              onDiscard={() => {
                onDiscard(item.clientId);
                box.current?.focus({ preventScroll: true });
              }}
            />
          ))}
        </ol>
      </section>
      {hasNewMessage && (
        <button
          type="button"
          onClick={() => {
            goToEnd();
            setHasNewMessage(false);
          }}
          className="absolute bottom-3 left-1/2 inline-flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-primary px-4 font-semibold text-on-primary text-sm shadow-floating enabled-hover:bg-primary-hover"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
          {t("New messages")}
        </button>
      )}
      <ReportDialog id={reportedId} onClose={() => setReportedId(null)} />
    </div>
  );
}

const Bubble = memo(function Bubble({
  message: { id, isOwn, content, at, attachments },
  sender,
  isRead,
  isStop,
  onStop,
  onReport,
}: {
  message: ShownMessage;
  sender: string;
  /** By the other side. */
  isRead: boolean;
  isStop: boolean;
  onStop(id: string): void;
  onReport(id: string): void;
}) {
  return (
    <BubbleFrame
      isOwn={isOwn}
      sender={sender}
      foot={
        <>
          <Age at={at} />
          {isOwn ? (
            <Tick isRead={isRead} />
          ) : (
            <ReportButton isStop={isStop} onFocus={() => onStop(id)} onClick={() => onReport(id)} />
          )}
        </>
      }
    >
      <Words>{shownContent(content)}</Words>
      {attachments.map((attachment) => (
        <Attachment key={attachment.id} attachment={attachment} artist={sender} />
      ))}
    </BubbleFrame>
  );
});

function BubbleFrame({
  isOwn,
  sender,
  foot,
  children,
}: {
  isOwn: boolean;
  sender: string;
  foot: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={`flex min-w-0 flex-col ${isOwn ? "items-end" : "items-start"}`}>
      <div
        className={`grid max-w-[85%] grid-cols-1 gap-2 rounded-box px-3.5 py-2 sm:max-w-[75%] ${
          isOwn
            ? "rounded-ee-none bg-[color-mix(in_oklab,var(--accent)_30%,var(--surface))]"
            : "rounded-es-none bg-sunken"
        }`}
      >
        <span className="sr-only">{isOwn ? t("You") : sender}:</span>
        {children}
      </div>
      <div
        className={`mt-0.5 flex flex-wrap items-center gap-x-1.5 px-1 text-muted text-sm ${isOwn ? "justify-end" : ""}`}
      >
        {foot}
      </div>
    </li>
  );
}

function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {piecesOf(children).map(({ text, href }, at) =>
        href === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
          <a key={at} href={href} target="_blank" rel="noreferrer" className="text-link">
            {text}
          </a>
        ),
      )}
    </p>
  );
}

/** Dozens of buttons would stand between the messages and the field. */
function moveAmongReports(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-report]")];
  const from = buttons.findIndex((button) => button.matches(":focus"));
  if (by === undefined || from < 0) return;
  event.preventDefault();
  buttons[from + by]?.focus();
}

function ReportButton({ isStop, onFocus, onClick }: { isStop: boolean; onFocus(): void; onClick(): void }) {
  return (
    <button
      type="button"
      data-report
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      aria-label={t("Report this message")}
      title={t("Report this message")}
      onClick={onClick}
      className="-my-3 grid size-11 place-items-center rounded-box enabled-hover:text-danger"
    >
      <Flag aria-hidden="true" className="size-4" />
    </button>
  );
}

function Tick({ isRead }: { isRead: boolean }) {
  const Icon = isRead ? CheckCheck : Check;
  return (
    <span className={isRead ? "text-info" : ""}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{isRead ? t("Read|a message was") : t("Sent, not read yet")}</span>
    </span>
  );
}

function Attachment({
  attachment: { title, track },
  artist,
}: {
  attachment: ShownAttachment;
  artist: string;
}) {
  if (!track) {
    return (
      <div className="flex min-w-0 items-center gap-3 rounded-box border border-current/30 p-2 text-sm">
        <Music2 aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-0">
          <Rich
            text="{title} is no longer available."
            parts={{ title: <bdi className="wrap-anywhere">{title}</bdi> }}
          />
        </p>
      </div>
    );
  }
  return <TrackCard track={track} artist={artist} />;
}

function TrackCard({ track, artist }: { track: SharedTrack; artist: string }) {
  const playable = useMemo(() => playableTrack({ ...track, artist }), [track, artist]);
  const list = useMemo(() => ({ name: `message ${playable.id}`, tracks: [playable] }), [playable]);
  const { fileUrl, downloadUrl, downloadName, title, seconds } = playable;
  return (
    <div className="flex min-w-0 items-center gap-2 rounded-box border border-line bg-surface p-2 text-foreground">
      <PlayButton track={playable} list={list} />
      <div className="min-w-0 grow px-1">
        <p dir="auto" className="truncate font-semibold text-sm">
          {title}
        </p>
        <p className="text-muted text-sm tabular-nums">{formatDuration(seconds)}</p>
      </div>
      {fileUrl && downloadName && (
        <DownloadLink href={downloadUrl ?? fileUrl} name={downloadName} title={title} />
      )}
    </div>
  );
}

function UnsentBubble({
  item: { content, tracks, state },
  onRetry,
  onDiscard,
}: {
  item: Unsent;
  onRetry(): void;
  onDiscard(): void;
}) {
  return (
    <BubbleFrame
      isOwn
      sender={t("You")}
      foot={
        state === "sending" ? (
          <>
            <Clock aria-hidden="true" className="size-4" />
            {t("Sending...")}
          </>
        ) : (
          <>
            <TriangleAlert aria-hidden="true" className="size-4 text-danger" />
            <span className="font-medium text-danger">
              {state === "lost" ? t("Not sent yet: it goes by itself") : t("Not sent")}
            </span>
            <FootButton onClick={onRetry}>{t("Try again")}</FootButton>
            <FootButton onClick={onDiscard}>{t("Discard|a message")}</FootButton>
          </>
        )
      }
    >
      <Words>{content || sharedTracksText(tracks.length)}</Words>
      {tracks.map(({ id, title }) => (
        <p key={id} className="flex min-w-0 items-center gap-2 text-sm">
          <Music2 aria-hidden="true" className="size-4 shrink-0" />
          <bdi className="truncate">{title}</bdi>
        </p>
      ))}
    </BubbleFrame>
  );
}

function FootButton({ onClick, children }: { onClick(): void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 whitespace-nowrap rounded-box px-2 font-semibold text-foreground underline underline-offset-4 enabled-hover:bg-sunken"
    >
      {children}
    </button>
  );
}
