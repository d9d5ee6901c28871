import { type Expression, type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Picture } from "~/shared/picture";
import { t } from "~/shared/t";

// The reader is always `userId`, the account that the transaction is opened for: row-level security leaves out others'
// rows. `ownerEmail` is the setting: no account is shown that address. Each function is a fixed number of statements,
// each by an index, however many rows there are.

/** So much of each list comes at once. */
const conversationsPerPage = 50;
const messagesPerPage = 50;
const peoplePerPage = 50;
const tracksPerPage = 100;
/** The number of messages that opening a conversation loads at most, back to the first unread one. */
const longestOpening = 200;
/** Messages before the first unread one, so that it doesn't stand alone. */
const leadIn = 10;
/** More than so many isn't counted: '99+'. */
const countedUnread = 100;

/** Another account in a conversation. */
export interface Person {
  id: string;
  name: string | null;
  /** Null when they hide it; of admins and of the owner always. */
  email: string | null;
  avatar: Picture | null;
}

export interface ListedConversation {
  id: string;
  person: Person;
  /** 100 for that many and more. */
  unread: number;
  /** The beginning of the last message; null where there is none yet. */
  last: { text: string; isOwn: boolean } | null;
  /** ISO 8601; when the last message came, or the conversation began. */
  lastAt: string;
}

export interface SharedTrack {
  id: string;
  title: string;
  fileUrl: string | null;
  playbackUrl: string | null;
  seconds: number | null;
  waveform: string | null;
  cover: Picture | null;
  canDownload: boolean;
}

export interface ShownAttachment {
  id: string;
  /** As it was when it was sent. */
  title: string;
  /** Null once its owner has deleted it. */
  track: SharedTrack | null;
}

export interface ShownMessage {
  id: string;
  /** Counts up within its conversation, without gaps. */
  sequence: number;
  isOwn: boolean;
  /** The sender's browser's own id of it; null for a message of the other side. */
  clientId: string | null;
  content: string;
  /** ISO 8601 */
  at: string;
  attachments: ShownAttachment[];
}

/** The part of a conversation that may change while it is open. */
export interface ConversationState {
  isBlocked: boolean;
  /** The number of the first message that the other side has yet to read; null when they have read all. */
  theirFirstUnread: number | null;
}

export interface OpenConversation extends ConversationState {
  id: string;
  person: Person;
  /** In their order, without gaps, up to the newest. */
  messages: ShownMessage[];
  hasOlder: boolean;
  /** The number of the first message that one has yet to read oneself. */
  firstUnread: number | null;
}

/** Where a list goes on: after this conversation, which stood at that time in it. */
export interface ListPlace {
  afterId: string;
  afterAt: string;
}

/** The last message that isn't hidden is among so many; without this bound all of them might be read. */
const looksBack = 50;
/** Among so many of a screen's messages, the screen learns which ones have been hidden since. */
const watchedForHiding = 1000;

/** A page of one's conversations, the last written to first. [2 §7] */
export async function conversationList(
  tx: Reader,
  userId: string,
  ownerEmail: string | undefined,
  place?: ListPlace,
) {
  const after = place
    ? sql`and (last_message_at, id) < (${new Date(place.afterAt)}, ${place.afterId})`
    : sql``;
  const order = sql`order by last_message_at desc, id desc limit ${conversationsPerPage + 1}`;
  const { rows } = await sql<PersonRow & ListRow>`
    with page as (
      (select id, last_message_at, last_sequence, participant_2 as person_id from conversations
       where participant_1 = ${userId} ${after} ${order})
      union all
      (select id, last_message_at, last_sequence, participant_1 from conversations
       where participant_2 = ${userId} ${after} ${order})
      ${order}
    )
    select page.id, page.last_message_at, page.person_id, ${personColumns(sql`page.person_id`, ownerEmail)},
      last.content as last_content, last.sender_id = ${userId} as last_is_own, unread.count as unread
    from page
      ${joinPerson(sql`page.person_id`)}
      left join lateral (
        select left(message.content, 200) as content, message.sender_id from messages message
        where message.conversation_id = page.id and message.sequence > page.last_sequence - ${looksBack}
        order by message.sequence desc limit 1) last on true
      cross join lateral (
        select count(*) from (
          select from messages message
          where message.recipient_id = ${userId} and message.conversation_id = page.id and not message.is_read
          limit ${countedUnread}) waiting) unread
    order by page.last_message_at desc, page.id desc`.execute(tx);
  return {
    conversations: rows.slice(0, conversationsPerPage).map(
      (row): ListedConversation => ({
        id: row.id,
        person: personOf(row),
        unread: row.unread,
        last: row.last_content === null ? null : { text: row.last_content, isOwn: row.last_is_own === true },
        lastAt: row.last_message_at.toISOString(),
      }),
    ),
    hasMore: rows.length > conversationsPerPage,
  };
}

interface ListRow {
  id: string;
  last_message_at: Date;
  last_content: string | null;
  last_is_own: boolean | null;
  unread: number;
}

interface PersonRow {
  person_id: string;
  artist_name: string | null;
  email: string | null;
  avatar_url: string | null;
  width: number | null;
  height: number | null;
  widths: number[] | null;
  colour: string | null;
}

const personColumns = (id: Expression<unknown>, ownerEmail: string | undefined) => sql`
  coalesce(profile.artist_name, app.shown_name(${id})) as artist_name,
  app.shown_email(${id}, ${ownerEmail ?? null}) as email, profile.avatar_url,
  avatar.width, avatar.height, avatar.widths, avatar.colour`;

const joinPerson = (id: Expression<unknown>) => sql`
  left join musician_profiles profile on profile.user_id = ${id}
  left join stored_images avatar on avatar.url = profile.avatar_url`;

function personOf(row: PersonRow): Person {
  const { person_id, artist_name, email, avatar_url } = row;
  return { id: person_id, name: artist_name, email, avatar: pictureOf(avatar_url, row) };
}

/** Of a picture without facts, the square that it is shown in. */
function pictureOf(
  src: string | null,
  facts: { [Fact in keyof Omit<Picture, "src">]: Picture[Fact] | null },
): Picture | null {
  if (src === null) return null;
  return {
    src,
    width: facts.width ?? 400,
    height: facts.height ?? 400,
    widths: facts.widths ?? [],
    colour: facts.colour ?? "#808080",
  };
}

/**
 * A conversation as it opens: its newest messages, back to the first unread one as far as that isn't too far. [2 §7]
 * @throws AppError `not-found` when it isn't one's own
 */
export async function openConversation(
  tx: Reader,
  userId: string,
  ownerEmail: string | undefined,
  id: string,
): Promise<OpenConversation> {
  const { rows } = await sql<
    PersonRow & StateRow & { id: string; last_sequence: number; first_unread: number | null }
  >`
    select conversation.id, conversation.last_sequence, other.person_id,
      ${personColumns(sql`other.person_id`, ownerEmail)}, ${stateColumns},
      ${firstUnread(sql`${userId}`)} as first_unread
    from conversations conversation
      ${joinOther(userId)}
      ${joinPerson(sql`other.person_id`)}
    where conversation.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError("not-found", t("This conversation does not exist."));
  const wanted = row.first_unread === null ? 0 : row.last_sequence - row.first_unread + 1 + leadIn;
  const count = Math.min(longestOpening, Math.max(messagesPerPage, wanted));
  const messages = await messagesOf(tx, userId, id, { newest: count + 1 });
  return {
    id,
    person: personOf(row),
    messages: messages.slice(-count),
    hasOlder: messages.length > count,
    firstUnread: row.first_unread,
    ...stateOf(row),
  };
}

interface StateRow {
  is_blocked: boolean;
  their_first_unread: number | null;
}

const firstUnread = (reader: Expression<unknown>) => sql`(
  select sequence from messages
  where recipient_id = ${reader} and conversation_id = conversation.id and not is_read
  order by sequence limit 1)`;

const joinOther = (userId: string) => sql`cross join lateral (
  select case conversation.participant_1
    when ${userId} then conversation.participant_2 else conversation.participant_1 end as person_id) other`;

const stateColumns = sql`
  exists (select from message_blocks where blocked_id = other.person_id) as is_blocked,
  ${firstUnread(sql`other.person_id`)} as their_first_unread`;

const stateOf = ({ is_blocked, their_first_unread }: StateRow): ConversationState => ({
  isBlocked: is_blocked,
  theirFirstUnread: their_first_unread,
});

/**
 * The messages of a conversation after number `after`, and the numbers from `from` on that an admin has
 * hidden: the numbers have no gaps but theirs. Null when there is no such conversation any more.
 */
export async function conversationUpdate(
  tx: Reader,
  userId: string,
  id: string,
  { from, after }: { from: number; after: number },
) {
  const first = Math.max(from, 1, after - watchedForHiding + 1);
  const { rows } = await sql<StateRow & { hidden: number[] }>`
    select ${stateColumns}, to_jsonb(array(
        select generate_series(${first}::int8, least(${after}, conversation.last_sequence))
        except select sequence from messages
        where conversation_id = conversation.id and sequence between ${first} and ${after}
        order by 1)) as hidden
    from conversations conversation ${joinOther(userId)}
    where conversation.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const messages = await messagesOf(tx, userId, id, { after });
  return {
    id,
    messages: messages.slice(0, messagesPerPage),
    hasMore: messages.length > messagesPerPage,
    hidden: row.hidden,
    ...stateOf(row),
  };
}

/** The messages before number `before`. */
export async function history(tx: Reader, userId: string, id: string, before: number) {
  const messages = await messagesOf(tx, userId, id, { newest: messagesPerPage + 1, before });
  return { messages: messages.slice(-messagesPerPage), hasOlder: messages.length > messagesPerPage };
}

/** @throws AppError `not-found` when there is no such message of one's own */
export async function requireSent(tx: Reader, userId: string, clientId: string) {
  const stored = await tx
    .selectFrom("messages")
    .select(["conversation_id", "sequence"])
    .where("sender_id", "=", userId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (!stored) throw new AppError("not-found", t("This message does not exist."));
  const [message] = await messagesOf(tx, userId, stored.conversation_id, {
    newest: 1,
    before: stored.sequence + 1,
  });
  if (!message) throw new AppError("not-found", t("This message does not exist."));
  return { conversation: stored.conversation_id, message };
}

/** In their order: the newest so many, of those before a number; or the first after one, one more than a page. */
async function messagesOf(
  tx: Reader,
  userId: string,
  conversation: string,
  part: { newest: number; before?: number } | { after: number },
): Promise<ShownMessage[]> {
  let query = tx
    .selectFrom("messages")
    .where("messages.conversation_id", "=", conversation)
    .select((is) => [
      "messages.id",
      "messages.sequence",
      "messages.sender_id",
      "messages.client_id",
      "messages.content",
      "messages.created_at",
      jsonArrayFrom(
        is
          .selectFrom("message_attachments as attachment")
          .leftJoin("music_tracks as track", "track.id", "attachment.track_id")
          .leftJoin("stored_images as cover", "cover.url", "track.cover_image")
          .select([
            "attachment.id",
            "attachment.file_name",
            "track.id as track_id",
            "track.title",
            "track.file_url",
            "track.playback_url",
            "track.duration",
            "track.waveform",
            "track.downloads_enabled",
            "track.cover_image",
            "cover.width",
            "cover.height",
            "cover.widths",
            "cover.colour",
          ])
          .whereRef("attachment.message_id", "=", "messages.id")
          .orderBy("attachment.display_order")
          .orderBy("attachment.file_name")
          .orderBy("attachment.id"),
      ).as("attachments"),
    ]);
  if ("after" in part) {
    query = query
      .where("messages.sequence", ">", part.after)
      .orderBy("messages.sequence")
      .limit(messagesPerPage + 1);
  } else {
    if (part.before !== undefined) query = query.where("messages.sequence", "<", part.before);
    query = query.orderBy("messages.sequence", "desc").limit(part.newest);
  }
  const rows = await query.execute();
  const messages = rows.map(
    ({ id, sequence, sender_id, client_id, content, created_at, attachments }): ShownMessage => ({
      id,
      sequence,
      isOwn: sender_id === userId,
      clientId: sender_id === userId ? client_id : null,
      content,
      at: created_at.toISOString(),
      attachments: attachments.map((attachment) => ({
        id: attachment.id,
        title: attachment.file_name,
        track: trackOf({ ...attachment, id: attachment.track_id }),
      })),
    }),
  );
  return "after" in part ? messages : messages.reverse();
}

interface TrackRow {
  id: string | null;
  title: string | null;
  file_url: string | null;
  playback_url: string | null;
  duration: number | null;
  waveform: string | null;
  downloads_enabled: boolean | null;
  cover_image: string | null;
  width: number | null;
  height: number | null;
  widths: number[] | null;
  colour: string | null;
}

function trackOf(row: TrackRow): SharedTrack | null {
  const { id, title, file_url, playback_url, duration, waveform, cover_image, downloads_enabled } = row;
  if (id === null || title === null) return null;
  return {
    id,
    title,
    fileUrl: file_url,
    playbackUrl: playback_url,
    seconds: duration,
    waveform,
    cover: pictureOf(cover_image, row),
    canDownload: downloads_enabled === true,
  };
}

/** The number of unread messages; 100 for that many and more. */
export async function unreadCount(tx: Reader, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from messages where recipient_id = ${userId} and not is_read limit ${countedUnread}) waiting`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** A page of all other accounts, the newest first; of those whose name or shown address holds the words. [2 §5, §7] */
export async function people(
  tx: Reader,
  ownerEmail: string | undefined,
  words: string,
  after: string | undefined,
) {
  const { rows } = await sql<PersonRow>`
    select person.id as person_id, person.artist_name, person.email, person.avatar_url,
      avatar.width, avatar.height, avatar.widths, avatar.colour
    from app.people(${words}, ${after ?? null}::uuid, ${peoplePerPage + 1}, ${ownerEmail ?? null}) with ordinality person
      left join stored_images avatar on avatar.url = person.avatar_url
    order by person.ordinality`.execute(tx);
  return { people: rows.slice(0, peoplePerPage).map(personOf), hasMore: rows.length > peoplePerPage };
}

/** A page of one's own tracks that others may see, in their order. [2 §7] */
export async function shareableTracks(tx: Reader, userId: string, after: string | undefined) {
  const own = tx
    .selectFrom("music_tracks")
    .where("music_tracks.user_id", "=", userId)
    .where("is_visible", "=", true);
  const isAfter: Expression<SqlBool> = sql`(display_order, - extract(epoch from music_tracks.created_at), music_tracks.id) > (
    select last.display_order, - extract(epoch from last.created_at), last.id from music_tracks last
    where last.id = ${after ?? null})`;
  const rows = await own
    .leftJoin("stored_images as cover", "cover.url", "music_tracks.cover_image")
    .select([
      "music_tracks.id",
      "title",
      "file_url",
      "playback_url",
      "duration",
      "waveform",
      "downloads_enabled",
      "cover_image",
      "cover.width",
      "cover.height",
      "cover.widths",
      "cover.colour",
    ])
    .$if(after !== undefined, (query) => query.where(isAfter))
    .orderBy("display_order")
    .orderBy("music_tracks.created_at", "desc")
    .orderBy("music_tracks.id")
    .limit(tracksPerPage + 1)
    .execute();
  return {
    tracks: rows.slice(0, tracksPerPage).flatMap((row) => trackOf(row) ?? []),
    hasMore: rows.length > tracksPerPage,
  };
}

/** The account's settings for messages; the defaults before any choice. */
export async function messageSettings(tx: Reader, userId: string) {
  const { rows } = await sql<{ hidesEmail: boolean; mailsNew: boolean }>`
    select coalesce((select hides_email from message_settings where user_id = ${userId}), false) as "hidesEmail",
      app.mails_when(${userId}, 'messages') <> 'never' as "mailsNew"`.execute(tx);
  const [settings] = rows;
  return settings ?? { hidesEmail: false, mailsNew: true };
}

export type MessageSettings = Awaited<ReturnType<typeof messageSettings>>;
export type ConversationPage = Awaited<ReturnType<typeof conversationList>>;
export type ConversationUpdate = NonNullable<Awaited<ReturnType<typeof conversationUpdate>>>;
export type HistoryPage = Awaited<ReturnType<typeof history>>;
export type PeoplePage = Awaited<ReturnType<typeof people>>;
export type TracksPage = Awaited<ReturnType<typeof shareableTracks>>;
