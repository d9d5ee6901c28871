import { t } from "~/shared/t";
import { nameOf } from "./person";
import type {
  ConversationPage,
  ConversationUpdate,
  ListedConversation,
  OpenConversation,
  ShownMessage,
} from "./queries.server";
import { shownContent } from "./schema";

/** The screen's state: the list as far as it was loaded, and the conversation that is open, if any. */
export interface Chat {
  rows: ListedConversation[];
  hasMoreRows: boolean;
  open: OpenChat | null;
}

export interface OpenChat extends OpenConversation {
  /**
   * Up to this number no message is missing. The musician's own message may be further on, because its sender gets it
   * first.
   */
  upTo: number;
}

/** Joins the data of a navigation or a form with the current ones. */
export function withLoaded(
  current: Chat | null,
  page: ConversationPage,
  open: OpenConversation | null,
): Chat {
  const list = current ? withFirstPage(current, page) : pageAlone(page);
  if (!open) return { ...list, open };
  const upTo = open.messages.at(-1)?.sequence ?? 0;
  const before = current?.open;
  const first = open.messages[0]?.sequence ?? 0;
  // Perhaps so much has come meanwhile that something would be missing in between.
  const joins = before?.id === open.id && (!open.hasOlder || first <= before.upTo + 1);
  if (!joins) return { ...list, open: { ...open, upTo } };
  const known = before.messages;
  const hasOlder = (known[0]?.sequence ?? first) < first ? before.hasOlder : open.hasOlder;
  const messages = mergeMessages(known, open.messages);
  return { ...list, open: { ...open, messages, hasOlder, upTo: Math.max(before.upTo, upTo) } };
}

/** Joins an update with the current data, while the screen is open. */
export function withUpdate(chat: Chat, page: ConversationPage, update: ConversationUpdate | null): Chat {
  const list = withFirstPage(chat, page);
  const { open } = chat;
  if (!open || !update || update.id !== open.id) return { ...list, open };
  const { messages, hidden, isBlocked, theirFirstUnread } = update;
  return {
    ...list,
    open: {
      ...open,
      isBlocked,
      theirFirstUnread,
      messages: withoutHidden(mergeMessages(open.messages, messages), hidden),
      upTo: Math.max(open.upTo, messages.at(-1)?.sequence ?? 0),
    },
  };
}

/** So much of a message is read out. */
const announcedLength = 200;

/** What is read out of an update: what came into the open conversation, else who has written in another one. */
export function announcementOf(
  { rows, open }: Chat,
  list: ConversationPage,
  update: ConversationUpdate | null,
): string | undefined {
  if (open && update?.id === open.id) {
    const received = update.messages.filter(({ isOwn, sequence }) => !isOwn && sequence > open.upTo);
    const text = shownContent(received.at(-1)?.content ?? "").slice(0, announcedLength);
    const from = nameOf(open.person);
    if (received.length === 1) return t("New message from {name}: {text}", { name: from, text });
    if (received.length > 1)
      return t(
        "{count, plural, one {# new message from {name}, the last one: {text}} other {# new messages from {name}, the last one: {text}}}",
        { count: received.length, name: from, text },
      );
  }
  const before = new Map(rows.map(({ id, unread }) => [id, unread]));
  const elsewhere = list.conversations.find(
    ({ id, unread }) => id !== update?.id && unread > (before.get(id) ?? 0),
  );
  return elsewhere && t("New message from {name}", { name: nameOf(elsewhere.person) });
}

/** The very same list when all of them stay. */
function withoutHidden(messages: ShownMessage[], hidden: number[]): ShownMessage[] {
  const isGone = ({ sequence }: ShownMessage) => hidden.includes(sequence);
  return messages.some(isGone) ? messages.filter((message) => !isGone(message)) : messages;
}

/** Further messages of the conversation that is open, older or newer ones. */
export function withMessages(
  chat: Chat,
  conversation: string,
  messages: ShownMessage[],
  hasOlder = chat.open?.hasOlder ?? false,
): Chat {
  const { open } = chat;
  if (open?.id !== conversation) return chat;
  const newest = open.messages.at(-1)?.sequence ?? 0;
  const isSent = messages.some((message) => message.isOwn && message.sequence > newest);
  return {
    ...chat,
    open: {
      ...open,
      hasOlder,
      messages: mergeMessages(open.messages, messages),
      // A message that was just sent is unread, until the server reports it read.
      theirFirstUnread: open.theirFirstUnread ?? (isSent ? (messages.at(-1)?.sequence ?? null) : null),
    },
  };
}

/** A further page of the list. */
export function withRows(chat: Chat, page: ConversationPage): Chat {
  const known = new Set(chat.rows.map(({ id }) => id));
  const rows = [...chat.rows, ...page.conversations.filter(({ id }) => !known.has(id))];
  return { ...chat, rows: rows.sort(newestFirst), hasMoreRows: page.hasMore };
}

/** Whatever was received in this conversation has been seen here. */
export function withRead(chat: Chat, conversation: string): Chat {
  const isThis = (row: ListedConversation) => row.id === conversation && row.unread > 0;
  if (!chat.rows.some(isThis)) return chat;
  return { ...chat, rows: chat.rows.map((row) => (isThis(row) ? { ...row, unread: 0 } : row)) };
}

/** Both in one order, each message once; the very same list when there is nothing new. */
export function mergeMessages(current: ShownMessage[], incoming: ShownMessage[]): ShownMessage[] {
  const known = new Set(current.map(({ id }) => id));
  const fresh = incoming.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return current;
  return [...current, ...fresh].sort((one, other) => one.sequence - other.sequence);
}

/** The beginning of the list as it is now; later entries stay, unless they would have to be in it. */
function withFirstPage(
  { rows }: Pick<Chat, "rows">,
  page: ConversationPage,
): Pick<Chat, "rows" | "hasMoreRows"> {
  const last = page.conversations.at(-1);
  if (!page.hasMore || !last) return pageAlone(page);
  const listed = new Set(page.conversations.map(({ id }) => id));
  const after = rows.filter((row) => !listed.has(row.id) && newestFirst(last, row) < 0);
  return after.length === 0
    ? pageAlone(page)
    : { rows: [...page.conversations, ...after], hasMoreRows: true };
}

const pageAlone = ({ conversations, hasMore }: ConversationPage) => ({
  rows: conversations,
  hasMoreRows: hasMore,
});

function newestFirst(one: ListedConversation, other: ListedConversation): number {
  if (one.lastAt !== other.lastAt) return one.lastAt < other.lastAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
