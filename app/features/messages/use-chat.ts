import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useLiveUpdates } from "~/ui/live";
import { useToast } from "~/ui/toasts";
import { askFeed } from "./ask-server";
import { type Chat, withLoaded, withMessages, withRead, withRows, withUpdate } from "./chat";
import { nameOf } from "./person";
import type {
  ConversationPage,
  ConversationUpdate,
  HistoryPage,
  OpenConversation,
  ShownMessage,
} from "./queries.server";
import { texts } from "./schema";
import { useUnread } from "./unread";

interface Loaded {
  list: ConversationPage | null;
  open: OpenConversation | null;
}

interface Changes {
  list: ConversationPage;
  unread: number;
  open: ConversationUpdate | null;
}

/** The screen's data as they came last, and the updates since. */
interface Kept {
  loaded: Loaded;
  chat: Chat;
}

const nothing: ConversationPage = { conversations: [], hasMore: false };
const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
/** So much of a message is read out. */
const announcedLength = 200;

function withNewlyLoaded(kept: Kept, loaded: Loaded): Kept {
  if (kept.loaded === loaded) return kept;
  const { rows, hasMoreRows } = kept.chat;
  const list = loaded.list ?? { conversations: rows, hasMore: hasMoreRows };
  return { loaded, chat: withLoaded(kept.chat, list, loaded.open) };
}

/**
 * The screen's data, kept as they are on the server: with each update it asks for the messages after the last
 * one that it has. However long the connection was lost, nothing is left out and nothing comes twice.
 */
export function useChat(loaded: Loaded) {
  const [kept, setKept] = useState<Kept>(() => ({
    loaded,
    chat: withLoaded(null, loaded.list ?? nothing, loaded.open),
  }));
  // Computed for the current rendering, and stored once it is committed: a state that is set while rendering would be
  // lost where updates come in at the same moment.
  const { chat } = useMemo(() => withNewlyLoaded(kept, loaded), [kept, loaded]);
  useLayoutEffect(() => setKept((now) => withNewlyLoaded(now, loaded)), [loaded]);
  const setChat = (change: (chat: Chat) => Chat) =>
    setKept((now) => {
      const changed = change(now.chat);
      return changed === now.chat ? now : { ...now, chat: changed };
    });
  const [isCutOff, setCutOff] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  /** The same words again are only read out when something about them has changed. */
  const announce = (text: string) => setAnnouncement((before) => (before === text ? `${text}\u00a0` : text));
  const navigate = useNavigate();
  const toast = useToast();
  const unread = useUnread();

  const latest = useRef(chat);
  useLayoutEffect(() => {
    latest.current = chat;
  }, [chat]);

  const take = useEffectEvent(
    (requestedFor: OpenConversation | null, { list, unread: count, open }: Changes) => {
      unread?.set(count);
      const now = latest.current;
      latest.current = withUpdate(now, list, open);
      setChat((current) => withUpdate(current, list, open));
      if (requestedFor && requestedFor.id === now.open?.id) {
        if (!open) {
          toast.info(texts.gone);
          return void navigate("/messages", { replace: true });
        }
        const { upTo } = now.open;
        const received = open.messages.filter(({ isOwn, sequence }) => !isOwn && sequence > upTo);
        const last = received.at(-1);
        if (last) {
          const from = nameOf(requestedFor.person);
          const text = last.content.slice(0, announcedLength);
          return announce(
            received.length === 1
              ? `New message from ${from}: ${text}`
              : `${received.length} new messages from ${from}, the last one: ${text}`,
          );
        }
      }
      const before = new Map(now.rows.map((row) => [row.id, row.unread]));
      const elsewhere = list.conversations.find(
        (row) => row.id !== open?.id && row.unread > (before.get(row.id) ?? 0),
      );
      if (elsewhere) announce(`New message from ${nameOf(elsewhere.person)}`);
    },
  );

  const isAsking = useRef(false);
  const isLate = useRef(false);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  const failures = useRef(0);
  /** One question at a time, and one after it if there was an update meanwhile. */
  const loadChanges = useEffectEvent(async () => {
    isLate.current = true;
    if (isAsking.current) return;
    clearTimeout(retry.current);
    isAsking.current = true;
    try {
      while (isLate.current) {
        isLate.current = false;
        const { open } = latest.current;
        const changes = await askFeed<Changes>({
          what: "changes",
          conversation: open?.id,
          from: open?.messages[0]?.sequence ?? 0,
          after: open?.upTo ?? 0,
        });
        take(open, changes);
        if (changes.open?.hasMore) isLate.current = true;
      }
      failures.current = 0;
      setCutOff(false);
    } catch {
      setCutOff(true);
      const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** failures.current++);
      retry.current = setTimeout(() => void loadChanges(), wait);
    } finally {
      isAsking.current = false;
    }
  });
  useLiveUpdates("messages", () => void loadChanges());
  const openId = chat.open?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: something may have come between its loading and now
  useEffect(() => {
    void loadChanges();
    const hurry = () => void loadChanges();
    addEventListener("online", hurry);
    return () => {
      clearTimeout(retry.current);
      removeEventListener("online", hurry);
    };
  }, [openId]);

  return {
    chat,
    /** Nothing comes in; it is tried again. */
    isCutOff,
    /** To be read out. */
    announcement,
    async loadOlder(): Promise<void> {
      const { open } = latest.current;
      const [first] = open?.messages ?? [];
      if (!open || !first) return;
      const page = await askFeed<HistoryPage>({
        what: "history",
        conversation: open.id,
        before: first.sequence,
      });
      setChat((now) => withMessages(now, open.id, page.messages, page.hasOlder));
    },
    async loadRows(): Promise<void> {
      const last = latest.current.rows.at(-1);
      if (!last) return;
      const page = await askFeed<ConversationPage>({
        what: "conversations",
        afterId: last.id,
        afterAt: last.lastAt,
      });
      setChat((now) => withRows(now, page));
    },
    addSent(conversation: string, message: ShownMessage): void {
      setChat((now) => withMessages(now, conversation, [message]));
    },
    noteRead(conversation: string): void {
      setChat((now) => withRead(now, conversation));
    },
  };
}
