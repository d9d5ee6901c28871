import { ArrowLeft, Ban, WifiOff } from "lucide-react";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link, useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { IconButton } from "~/ui/icon-button";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { postRead } from "./ask-server";
import { Composer } from "./composer";
import { MessageList } from "./message-list";
import type { Outbox, Unsent } from "./outbox";
import { Avatar, nameOf } from "./person";
import type { OpenConversation, Person } from "./queries.server";
import { texts } from "./schema";
import { useFocusKept } from "./use-focus-kept";

const nothing: Unsent[] = [];

/** The right pane: one conversation, and the composer. [2 §2] */
export function ConversationPane({
  open,
  outbox,
  ownId,
  ownName,
  isCutOff,
  heading,
  onOlder,
  onRead,
}: {
  open: OpenConversation;
  outbox: Outbox | null;
  ownId: string;
  ownName: string;
  isCutOff: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onOlder(): Promise<void>;
  onRead(): void;
}) {
  const { id, person, messages, isBlocked } = open;
  const unsent = useUnsent(outbox, id, messages);
  const isSending = unsent.some(({ state }) => state === "sending");
  const [isAtEnd, setAtEnd] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const blocking = useBlocking(id, () => setAsking(false));
  useMarkRead(open, isAtEnd, onRead);
  // Blocking takes the button that asked for it away, and so does taking it back.
  useFocusKept(heading, isAsking ? "asking" : isBlocked ? "blocked" : "open");

  return (
    <>
      <Header open={open} heading={heading} onBlock={() => setAsking(true)} />
      <MessageList
        open={open}
        unsent={unsent}
        ownName={ownName}
        onOlder={onOlder}
        onAtEnd={setAtEnd}
        onRetry={(clientId) => outbox?.retry(id, clientId)}
        onDiscard={(clientId) => outbox?.discard(id, clientId)}
      />
      {isCutOff && (
        <p
          role="status"
          className="flex items-center gap-2 border-line border-t px-4 py-2 text-muted text-sm"
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {t("No connection. New messages come as soon as it is back.")}
        </p>
      )}
      {isBlocked ? (
        <Blocked
          person={person}
          isBusy={blocking.isBusy}
          onUnblock={() => blocking.submit("unblock-musician")}
        />
      ) : (
        <Composer
          draftKey={`handbill-draft ${ownId} ${id}`}
          about={`message:${id}`}
          isSending={isSending}
          onSend={(content, tracks) => outbox?.add(id, content, tracks)}
        />
      )}
      <BlockDialog
        person={person}
        isOpen={isAsking}
        isBusy={blocking.isBusy}
        onBlock={() => blocking.submit("block-musician")}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** The unsent messages. One that has arrived although its answer was lost isn't among them. */
function useUnsent(outbox: Outbox | null, id: string, messages: OpenConversation["messages"]): Unsent[] {
  const kept = useSyncExternalStore(
    outbox?.subscribe ?? (() => () => {}),
    () => outbox?.items(id) ?? nothing,
    () => nothing,
  );
  const [arrived, unsent] = useMemo(() => {
    const known = new Set(messages.map(({ clientId }) => clientId));
    const isThere = ({ clientId }: Unsent) => known.has(clientId);
    return [kept.filter(isThere), kept.filter((item) => !isThere(item))];
  }, [kept, messages]);
  useEffect(() => {
    for (const { clientId } of arrived) outbox?.discard(id, clientId);
  }, [outbox, id, arrived]);
  return unsent;
}

/**
 * Marks what was received as read: all there is when the conversation is opened, and later what comes while its end is
 * in sight. [2 §4] A failure is made up for with the next message. [2 §8]
 */
function useMarkRead({ id, messages, firstUnread }: OpenConversation, isAtEnd: boolean, onRead: () => void) {
  const isVisible = useSyncExternalStore(
    (onChange) => {
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
    () => document.visibilityState === "visible",
    () => false,
  );
  const newest = messages.findLast(({ isOwn }) => !isOwn)?.sequence ?? 0;
  /** Up to here the server knows. */
  const marked = useRef(firstUnread === null ? newest : 0);
  const isOpening = useRef(firstUnread !== null);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (!isVisible || newest <= marked.current || !(isAtEnd || isOpening.current)) return;
    isOpening.current = false;
    const before = marked.current;
    marked.current = newest;
    postRead(id, newest).then(read, () => {
      marked.current = before;
    });
  }, [id, isVisible, newest, isAtEnd]);
}

/** Blocks or unblocks the other side, and shows the outcome. @param onDone called when it is done */
function useBlocking(id: string, onDone: () => void) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isUnblocking = useRef(false);
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    const [done, failed] = isUnblocking.current
      ? [t(texts.unblockDone), t(texts.unblockFailure)]
      : [t(texts.blockDone), t(texts.blockFailure)];
    if (isNothingDone(answer)) return toast.error(failureText(answer, failed) ?? failed);
    toast.success(done);
    onDone();
  });
  const submit = (intent: "block-musician" | "unblock-musician") => {
    isUnblocking.current = intent === "unblock-musician";
    fetcher.submit({ intent, id }, { method: "post" });
  };
  return { isBusy, submit };
}

const headerClasses = "flex items-center gap-3 border-line border-b py-2 ps-2 pe-2 lg:ps-4";

/** Where there is no conversation to show yet, or none could be had, the way back. @param person if known already */
export function BareHeader({ person }: { person: Person | undefined }) {
  return (
    <div className={`${headerClasses} ${person ? "" : "lg:hidden"}`}>
      <BackOnPhone />
      {person && (
        <>
          <Avatar person={person} />
          <p dir="auto" className="truncate font-semibold">
            {nameOf(person)}
          </p>
        </>
      )}
    </div>
  );
}

/** There the two panes are two screens. */
function BackOnPhone() {
  return (
    <Link
      to="/messages"
      aria-label={t("Back to conversations")}
      className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-sunken lg:hidden"
    >
      <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100 size-5" />
    </Link>
  );
}

function Header({
  open: { person, isBlocked },
  heading,
  onBlock,
}: {
  open: OpenConversation;
  heading: RefObject<HTMLHeadingElement | null>;
  onBlock(): void;
}) {
  return (
    <header className={headerClasses}>
      <BackOnPhone />
      <Avatar person={person} />
      <div className="min-w-0 grow">
        <h2 ref={heading} dir="auto" tabIndex={-1} className="truncate font-semibold outline-none">
          {nameOf(person)}
        </h2>
        {person.email !== null && person.name !== null && (
          <p className="truncate text-muted text-sm">{person.email}</p>
        )}
      </div>
      {!isBlocked && (
        <IconButton
          label={t("Block {name}|a person", { name: nameOf(person) })}
          icon={Ban}
          onClick={onBlock}
          className="shrink-0"
        />
      )}
    </header>
  );
}

function BlockDialog({
  person,
  isOpen,
  isBusy,
  onBlock,
  onClose,
}: {
  person: Person;
  isOpen: boolean;
  isBusy: boolean;
  onBlock(): void;
  onClose(): void;
}) {
  return (
    <ConfirmDialog
      open={isOpen}
      title={t("Block {name}|a person", { name: nameOf(person) })}
      confirmText={t("Block|a person")}
      pending={isBusy}
      pendingText={t("Blocking...")}
      onClose={() => !isBusy && onClose()}
      onConfirm={onBlock}
    >
      <p>
        {t(
          "Neither of you can write to the other any more. They aren't told, and what was written stays. You can take it back at any time.",
        )}
      </p>
    </ConfirmDialog>
  );
}

/** In the place of the field, while one has blocked the other. */
function Blocked({ person, isBusy, onUnblock }: { person: Person; isBusy: boolean; onUnblock(): void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3">
      <p className="text-muted text-sm">
        <Rich
          text="You have blocked {name}. Neither of you can write."
          parts={{ name: <bdi>{nameOf(person)}</bdi> }}
        />
      </p>
      <Button variant="secondary" pending={isBusy} onClick={onUnblock}>
        {t("Unblock")}
      </Button>
    </div>
  );
}
