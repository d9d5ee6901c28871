import { type RawBuilder, sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { freshDatabase } from "../../tests/harness/database.ts";
import { lacksSizes } from "../media/picture-sizes.ts";
import type { Actor } from "./database.ts";

// With sequential scans and sorting out of favour, the planner shows which index a query can use at all under its
// role's policies. A condition that isn't leakproof, or an order that no index has, would show here.

const db = await freshDatabase();
afterAll(() => db.close());
const id = "00000000-0000-4000-8000-000000000000";
const visitor = db.asVisitor();
const musician = db.asMusician(id);
const admin = db.asAdmin(id);
const system = db.asSystem();

const queries: [description: string, Actor, index: string, RawBuilder<unknown>][] = [
  // The artist page [1 §7]
  [
    "an artist by custom URL",
    visitor,
    "musician_profiles_custom_url_key",
    sql`select user_id from musician_profiles where custom_url = lower('Some-Slug')`,
  ],
  [
    "an artist by name",
    visitor,
    "musician_profiles_name_key_idx",
    sql`select user_id from musician_profiles where name_key = lower('Some Name')`,
  ],
  [
    "the demo profile",
    visitor,
    "musician_profiles_demo_idx",
    sql`select user_id from musician_profiles where is_demo_profile order by updated_at limit 1`,
  ],
  [
    "visible tracks",
    visitor,
    "music_tracks_user_id_idx",
    sql`select id from music_tracks where user_id = ${id} and is_visible order by display_order, created_at desc`,
  ],
  [
    "a track by its address",
    visitor,
    "music_tracks_slug_key",
    sql`select id from music_tracks where user_id = ${id} and slug = 'a-track'`,
  ],
  [
    "a release by its address",
    visitor,
    "releases_slug_key",
    sql`select id from releases where user_id = ${id} and slug = 'a-release'`,
  ],
  [
    "a release's tracks",
    visitor,
    "release_tracks_position_key",
    sql`select track_id from release_tracks where release_id = ${id} order by position`,
  ],
  [
    "a former address of a track",
    visitor,
    "former_music_slugs_pkey",
    sql`select track_id from former_music_slugs where user_id = ${id} and kind = 'track' and slug = 'a-track'`,
  ],
  [
    "photos",
    visitor,
    "photo_gallery_user_id_idx",
    sql`select id from photo_gallery where user_id = ${id} order by display_order, created_at desc`,
  ],
  [
    "social links",
    visitor,
    "social_links_user_id_idx",
    sql`select id from social_links where user_id = ${id} order by display_order nulls first, created_at desc`,
  ],
  [
    "approved comments",
    visitor,
    "fan_comments_approved_idx",
    sql`select id from fan_comments where musician_id = ${id} and is_approved order by created_at desc`,
  ],
  [
    "upcoming events",
    visitor,
    "events_published_idx",
    sql`select id from events where user_id = ${id} and is_published
          and event_date >= current_date - 366 and coalesce(end_date, event_date) >= current_date
        order by event_date limit 6`,
  ],
  [
    "withdrawn events",
    visitor,
    "withdrawn_events_user_id_idx",
    sql`select id from withdrawn_events where user_id = ${id} and withdrawn_at > now() - interval '30 days'
        order by withdrawn_at desc limit 200`,
  ],
  [
    "shown links with a title",
    visitor,
    "page_links_user_id_idx",
    sql`select id from page_links where user_id = ${id} and is_visible order by display_order`,
  ],
  [
    "enabled payment links",
    visitor,
    "payment_links_user_id_idx",
    sql`select id from payment_links where user_id = ${id} and is_enabled order by display_order`,
  ],
  [
    "visible videos",
    visitor,
    "video_gallery_user_id_idx",
    sql`select id from video_gallery where user_id = ${id} and is_visible
        order by is_primary desc, display_order, created_at desc`,
  ],
  [
    "a part of the sitemap",
    visitor,
    "musician_profiles_user_id_key",
    sql`select artist_name from musician_profiles
        where user_id >= 'abc00000000000000000000000000000' and user_id <= 'abcfffffffffffffffffffffffffffff'`,
  ],
  ["the press kit", visitor, "press_kits_user_id_key", sql`select id from press_kits where user_id = ${id}`],

  // The dashboard [1 §7] [2 §7]
  [
    "own tracks",
    musician,
    "music_tracks_user_id_idx",
    sql`select id from music_tracks where user_id = ${id} order by display_order, created_at desc`,
  ],
  [
    "own photos",
    musician,
    "photo_gallery_user_id_idx",
    sql`select id from photo_gallery where user_id = ${id} order by display_order, created_at desc`,
  ],
  [
    "own comments",
    musician,
    "fan_comments_musician_id_idx",
    sql`select id from fan_comments where musician_id = ${id} order by created_at desc`,
  ],
  [
    "own bookings",
    musician,
    "booking_requests_musician_id_idx",
    sql`select id from booking_requests where musician_id = ${id} order by created_at desc`,
  ],
  [
    "own subscribers",
    musician,
    "newsletter_subscribers_musician_id_idx",
    sql`select id from newsletter_subscribers where musician_id = ${id} order by created_at desc`,
  ],
  [
    "own subscribers who are yet to be asked",
    musician,
    "newsletter_subscribers_unasked_idx",
    sql`select count(*) from newsletter_subscribers where musician_id = ${id}
      and (confirmed_at is null and unsubscribed_at is null and bounced_at is null and confirm_sent_at is null)`,
  ],
  [
    "own events",
    musician,
    "events_user_id_idx",
    sql`select id from events where user_id = ${id} order by event_date`,
  ],
  [
    "is a custom URL taken",
    musician,
    "musician_profiles_custom_url_key",
    sql`select id from musician_profiles where custom_url = 'a' and user_id <> ${id}`,
  ],

  // Messages [2 §7]
  [
    "own conversations, on one side",
    musician,
    "conversations_participant_1_idx",
    sql`select id from conversations where participant_1 = ${id} order by last_message_at desc, id desc limit 50`,
  ],
  [
    "own conversations, on the other",
    musician,
    "conversations_participant_2_idx",
    sql`select id from conversations where participant_2 = ${id} order by last_message_at desc, id desc limit 50`,
  ],
  [
    "the messages of a conversation",
    musician,
    "messages_sequence_key",
    sql`select id from messages where conversation_id = ${id} and sequence < 100 order by sequence desc limit 50`,
  ],
  [
    "how many are unread",
    musician,
    "messages_unread_idx",
    sql`select count(*) from messages where recipient_id = ${id} and conversation_id = ${id} and not is_read`,
  ],
  [
    "the first that is unread",
    musician,
    "messages_unread_idx",
    sql`select sequence from messages where recipient_id = ${id} and conversation_id = ${id} and not is_read
        order by sequence limit 1`,
  ],
  [
    "a message that was sent before",
    musician,
    "messages_client_id_key",
    sql`select id from messages where sender_id = ${id} and client_id = ${id}`,
  ],
  [
    "the attachments of a message",
    musician,
    "message_attachments_message_id_idx",
    sql`select id from message_attachments where message_id = ${id}`,
  ],

  // Admin and the system
  [
    "users, newest first",
    admin,
    "users_created_at_idx",
    sql`select id from users order by created_at desc, id desc limit 50`,
  ],
  [
    "open reports, newest first",
    admin,
    "reports_open_idx",
    sql`select id from reports where resolved_at is null order by created_at desc, id limit 20`,
  ],
  [
    "all reports, newest first",
    admin,
    "reports_created_at_idx",
    sql`select id from reports order by created_at desc, id limit 20`,
  ],
  [
    "what admins have done, newest first",
    admin,
    "audit_log_at_idx",
    sql`select id from audit_log order by at desc, id limit 50`,
  ],
  [
    "backgrounds, newest first",
    admin,
    "background_options_created_at_idx",
    sql`select id from background_options order by created_at desc limit 50`,
  ],
  [
    "an account by e-mail",
    system,
    "users_email_key",
    sql`select id from users where email = 'a@example.org'`,
  ],
  [
    "a session",
    system,
    "sessions_pkey",
    sql`select user_id from sessions where token_hash = ${Buffer.alloc(32)}`,
  ],
  [
    "files to remove",
    system,
    "files_to_remove_tried_at_idx",
    sql`select id from files_to_remove order by tried_at nulls first limit 50`,
  ],
  [
    "pictures, some after others",
    system,
    "stored_images_pkey",
    sql`select url from stored_images where url > '/uploads/photos/a' order by url limit 1000`,
  ],
  [
    "reminders that are old enough to go",
    system,
    "release_reminders_created_at_idx",
    sql`select id from release_reminders where created_at < now() - interval '30 days'`,
  ],
  [
    "pictures that lack a size",
    system,
    "stored_images_lacking_sizes_idx",
    sql`select url from stored_images where ${lacksSizes} order by url`,
  ],
  [
    "tracks to be analysed",
    system,
    "music_tracks_not_analysed_idx",
    sql`select id from music_tracks where analysed_at is null and file_url is not null order by created_at limit 10`,
  ],
  [
    "tracks without a copy",
    system,
    "music_tracks_without_copy_idx",
    sql`select id from music_tracks where coalesce(playback_state, 'making') = 'making' and analysed_at is not null
      and file_url ~ '\\.(wav|flac)$' order by created_at limit 1`,
  ],
  [
    "a track by its copy",
    system,
    "music_tracks_playback_url_key",
    sql`select id from music_tracks where playback_url = '/a'`,
  ],
  ["stale sessions", system, "sessions_expires_at_idx", sql`select from sessions where expires_at < now()`],
  [
    "an account's sessions",
    system,
    "sessions_user_id_last_seen_at_idx",
    sql`select id from sessions where user_id = ${id} and expires_at > now() order by last_seen_at desc limit 100`,
  ],
  [
    "a change of address by its link",
    system,
    "address_changes_token_hash_key",
    sql`select id from address_changes where token_hash = ${Buffer.alloc(32)} and old_email is null`,
  ],
  [
    "the change of address that an account waits for",
    system,
    "address_changes_waiting_key",
    sql`select new_email from address_changes where user_id = ${id} and old_email is null`,
  ],
  [
    "a reset ticket",
    system,
    "reset_tickets_access_hash_key",
    sql`select id from reset_tickets where access_hash = ${Buffer.alloc(32)}`,
  ],
  [
    "the oldest pending sign-ups of an address",
    system,
    "pending_sign_ups_email_idx",
    sql`select token_hash from pending_sign_ups where email = 'a@example.org' order by created_at desc offset 20`,
  ],
  [
    "stale pending sign-ups",
    system,
    "pending_sign_ups_expires_at_idx",
    sql`select from pending_sign_ups where expires_at < now()`,
  ],
  [
    "stale sign-in links",
    system,
    "sign_in_links_expires_at_idx",
    sql`select from sign_in_links where expires_at < now()`,
  ],
];

test.each(queries)("%s", async (_, actor, index, query) => {
  const plan = await actor.read(async (tx) => {
    await sql`set local enable_seqscan = off; set local enable_sort = off`.execute(tx);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain (costs off) ${query}`.execute(tx);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toMatch(new RegExp(`Index.* (using|on) ${index}\\b`));
  expect(plan).not.toMatch(/^ *(-> *)?Sort/m);
});

test("no index finds a message's account: it would be read again for each conversation of a list", async () => {
  const plan = await musician.read(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain (costs off) select id from messages`.execute(
      tx,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).not.toMatch(/Index/);
});
