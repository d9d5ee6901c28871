import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "~/shared/t";
import { useLiveUpdates } from "~/ui/live";
import { useToast } from "~/ui/toasts";
import { askFeed } from "./ask-server";
import { type CatchUp, startCatchUp } from "./catch-up";
import { announcementOf, type Chat, withLoaded, withMessages, withRead, withRows, withUpdate } from "./chat";
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
  // Worked out for what is being rendered, and kept once it stands: a state that is set while rendering would be lost
  // where updates come in at the same moment.
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
      if (requestedFor && requestedFor.id === now.open?.id && !open) {
        toast.info(t(texts.gone));
        return void navigate("/messages", { replace: true });
      }
      const text = announcementOf(now, list, open);
      if (text) announce(text);
    },
  );

  const load = useEffectEvent(async () => {
    const { open } = latest.current;
    const changes = await askFeed<Changes>({
      what: "changes",
      conversation: open?.id,
      from: open?.messages[0]?.sequence ?? 0,
      after: open?.upTo ?? 0,
    });
    take(open, changes);
    return changes.open?.hasMore ?? false;
  });
  const catchUp = useRef<CatchUp>(undefined);
  useEffect(() => {
    const started = startCatchUp(() => load(), setCutOff);
    catchUp.current = started;
    addEventListener("online", started.ask);
    return () => {
      started.stop();
      removeEventListener("online", started.ask);
    };
  }, []);
  useLiveUpdates("messages", () => catchUp.current?.ask());
  const openId = chat.open?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: something may have come between its loading and now
  useEffect(() => catchUp.current?.ask(), [openId]);

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
