import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { DatabaseError } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { linkIcons } from "../../app/features/links/schema.ts";
import { formatNames } from "../../app/shared/formats.ts";
import { frequencies, notificationKinds } from "../../app/shared/notification-kinds.ts";
import type { TranslatedColumns } from "../../app/shared/row-translations.ts";
import { makeUser } from "../../tests/factories/accounts.ts";
import { makeWorld } from "../../tests/factories/world.ts";
import { freshDatabase } from "../../tests/harness/database.ts";

// Every check constraint at its edges. A constraint without an entry here fails the first test.

/** The new values of a row; a value may be an expression over the row itself. */
type Change = Record<string, unknown>;

interface Limit {
  accepts: Change[];
  refuses: Change[];
}

const db = await freshDatabase();
afterAll(() => db.close());
const world = await makeWorld(db);
// So that the world's admin may become a musician here.
await makeUser(db, { role: "admin" });

const notWebAddresses = [
  "",
  "example.org",
  "//example.org",
  "https://",
  "https:///",
  "ftp://example.org",
  "javascript:alert(1)",
  " javascript:alert(1)//https://example.org",
  "data:text/html,hello",
  "https://example.org/a b",
  "https://example.org/\n",
  "https://example.org/\u0001",
  `https://example.org/${"x".repeat(2029)}`,
];

const platforms = [
  "spotify",
  "apple_music",
  "soundcloud",
  "bandcamp",
  "tiktok",
  "instagram",
  "twitter",
  "youtube",
  "facebook",
  "website",
  "tidal",
  "deezer",
  "amazon_music",
  "youtube_music",
  "audiomack",
  "mixcloud",
  "beatport",
  "twitch",
  "discord",
  "threads",
  "bluesky",
  "mastodon",
  "bandsintown",
  "songkick",
];

const licences = [
  "all-rights-reserved",
  "cc-by",
  "cc-by-sa",
  "cc-by-nd",
  "cc-by-nc",
  "cc-by-nc-sa",
  "cc-by-nc-nd",
  "cc0",
];

const decision = (told_text: string): Change => ({ told_text, told_status: "accepted", told_at: new Date() });

const firstLink = (first_action_label: string | null, first_action_url: string | null): Change => ({
  first_action: "link",
  first_action_label,
  first_action_url,
});

const failedArchive = (failure: string | null): Change => ({
  state: "failed",
  ended_at: new Date(),
  failure,
});

const answer = (answer: string): Change => ({ answer, answered_at: new Date() });

const limits: Record<string, Limit> = {
  comment_settings_blocked_words_limit: of("blocked_words", {
    accepts: [[], ["spam"], Array(200).fill("x")],
    refuses: [Array(201).fill("x"), ["x".repeat(50_001)]],
  }),
  ...email("users", "email"),
  ...known("users", "role", ["musician", "admin"]),
  users_suspended_reason_length: {
    accepts: ["x", "x".repeat(500)].map(suspension),
    refuses: ["", " ", "x".repeat(501)].map(suspension),
  },
  booking_requests_told_status_known: {
    accepts: [
      { told_status: null, told_at: null },
      { told_status: "accepted", told_at: new Date() },
      { told_status: "declined", told_at: new Date() },
    ],
    refuses: [{ told_status: "reviewed", told_at: new Date() }],
  },
  booking_requests_told_at_present: {
    accepts: [{ told_status: null, told_at: null }],
    refuses: [
      { told_status: "accepted", told_at: null },
      { told_status: null, told_at: new Date() },
    ],
  },
  booking_requests_told_text_length: {
    accepts: ["x", "x".repeat(2000)].map(decision),
    refuses: ["", "x".repeat(2001)].map(decision),
  },
  booking_requests_told_text_plain: {
    accepts: ["One\n\ttwo"].map(decision),
    refuses: ["a\u202eb", "a\u0007b"].map(decision),
  },
  booking_requests_told_text_of_status: {
    accepts: [decision("x")],
    refuses: [{ told_text: "x", told_status: null, told_at: null }],
  },
  booking_requests_tell_failed_at_of_status: {
    accepts: [{ ...decision("x"), tell_failed_at: new Date() }],
    refuses: [{ tell_failed_at: new Date(), told_text: null, told_status: null, told_at: null }],
  },
  users_suspended_reason_present: {
    accepts: [suspension("Spam"), { suspended_at: null, suspended_reason: null }],
    refuses: [
      { ...suspension("Spam"), suspended_at: null },
      { ...suspension("Spam"), suspended_reason: null },
    ],
  },
  users_suspended_at_role: {
    accepts: [suspension("Spam")],
    refuses: [{ ...suspension("Spam"), role: "admin" }],
  },
  users_email_confirm_hash_length: sha256("email_confirm_hash"),
  credentials_password_hash_length: of("password_hash", {
    accepts: ["x", "x".repeat(500)],
    refuses: ["", "x".repeat(501)],
  }),
  sessions_token_hash_length: sha256("token_hash"),
  sessions_expires_at_range: lifetime(),
  sessions_browser_length: of("browser", { accepts: ["", "x".repeat(60)], refuses: ["x".repeat(61)] }),
  sessions_system_length: of("system", { accepts: ["", "x".repeat(60)], refuses: ["x".repeat(61)] }),
  ...line("api_keys", "name", 60),
  api_keys_token_hash_length: sha256("token_hash"),
  api_keys_scopes_range: of("scopes", {
    accepts: [["events:read"], Array(50).fill("events:read")],
    refuses: [[], Array(51).fill("events:read")],
  }),
  api_keys_expires_at_range: of("expires_at", {
    accepts: [sql`created_at + interval '1 second'`, sql`created_at + interval '366 days'`],
    refuses: [sql`created_at`, sql`created_at + interval '367 days'`],
  }),
  api_answers_idempotency_key_format: of("idempotency_key", {
    accepts: ["x", "!~", "x".repeat(255)],
    refuses: ["", "a b", "a\n", "ü", "x".repeat(256)],
  }),
  api_answers_request_hash_length: sha256("request_hash"),
  api_answers_answer_size: of("answer", {
    accepts: ["{}", "x".repeat(1_048_576)],
    refuses: ["x".repeat(1_048_577)],
  }),
  known_devices_token_hash_length: sha256("token_hash"),
  totp_factors_secret_length: of("secret", {
    accepts: [Buffer.alloc(20)],
    refuses: [Buffer.alloc(19), Buffer.alloc(21)],
  }),
  totp_factors_last_step_range: of("last_step", { accepts: [0, 60_000_000], refuses: [-1] }),
  recovery_codes_code_hash_length: sha256("code_hash"),
  sign_in_steps_token_hash_length: sha256("token_hash"),
  sign_in_steps_tries_range: of("tries", { accepts: [0, 5], refuses: [-1, 6] }),
  sign_in_steps_expires_at_range: lifetime(),
  ...email("address_changes", "new_email"),
  ...email("address_changes", "old_email"),
  address_changes_token_hash_length: sha256("token_hash"),
  address_changes_expires_at_range: lifetime(),
  passkeys_credential_id_length: of("credential_id", {
    accepts: [Buffer.alloc(1), Buffer.alloc(1023)],
    refuses: [Buffer.alloc(0), Buffer.alloc(1024)],
  }),
  passkeys_public_key_length: of("public_key", {
    accepts: [Buffer.alloc(1), Buffer.alloc(4096)],
    refuses: [Buffer.alloc(0), Buffer.alloc(4097)],
  }),
  passkeys_sign_count_range: of("sign_count", { accepts: [0, 2 ** 32 - 1], refuses: [-1, 2 ** 32] }),
  passkeys_transports_limit: of("transports", {
    accepts: [[], Array(10).fill("internal")],
    refuses: [Array(11).fill("usb"), ["x".repeat(399)]],
  }),
  passkeys_name_length: of("name", { accepts: ["x", "x".repeat(60)], refuses: ["", " ", "x".repeat(61)] }),
  passkey_challenges_challenge_hash_length: sha256("challenge_hash"),
  passkey_challenges_browser_hash_length: sha256("browser_hash"),
  passkey_challenges_expires_at_range: lifetime(),
  reset_tickets_access_hash_length: sha256("access_hash"),
  reset_tickets_refresh_hash_length: sha256("refresh_hash"),
  reset_tickets_expires_at_range: lifetime(),
  sign_in_links_token_hash_length: sha256("token_hash"),
  sign_in_links_expires_at_range: lifetime(),
  pending_sign_ups_token_hash_length: sha256("token_hash"),
  ...email("pending_sign_ups", "email"),
  pending_sign_ups_password_hash_length: of("password_hash", {
    accepts: ["x", "x".repeat(500)],
    refuses: ["", "x".repeat(501)],
  }),
  pending_sign_ups_invitation_hash_length: sha256("invitation_hash"),
  pending_sign_ups_expires_at_range: lifetime(),
  files_to_remove_url_address: of("url", {
    accepts: ["/uploads/photos/0a-1b/a.webp", "/uploads/press-kits/0/A_b-c.d.pdf"],
    refuses: [
      "",
      "/uploads/photos/a.webp",
      "/uploads/photos/0/../a.webp",
      "https://example.org/uploads/a/0/a.webp",
    ],
  }),
  uploads_id_format: {
    accepts: [{ id: sql`id` }],
    refuses: ["", `${"0".repeat(16)}-`, `${"g".repeat(16)}-${"a".repeat(36)}`].map((id) => ({ id })),
  },
  uploads_received_range: of("received", { accepts: [0, sql`size`], refuses: [-1, sql`size + 1`] }),
  uploads_metadata_length: of("metadata", { accepts: ["x".repeat(20_000)], refuses: ["x".repeat(20_001)] }),
  upload_pieces_start_range: of("start", { accepts: [0], refuses: [-1] }),
  upload_pieces_url_address: of("url", {
    accepts: [`/uploads/unfinished/${randomUUID()}/${randomUUID()}.part`],
    refuses: [
      "",
      `/uploads/music/${randomUUID()}/${randomUUID()}.part`,
      `/uploads/unfinished/${randomUUID()}/${randomUUID()}.mp3`,
      `/uploads/unfinished/${randomUUID()}/../a.part`,
    ],
  }),
  rendered_pages_path_length: of("path", {
    accepts: ["/", `/${"x".repeat(1999)}`],
    refuses: ["", `/${"x".repeat(2000)}`],
  }),
  rendered_pages_variant_length: of("variant", { accepts: ["y".repeat(22)], refuses: ["", "y".repeat(23)] }),
  rendered_pages_headers_limit: of("headers", {
    accepts: [[], Array(40).fill("x"), ["x".repeat(8000)]],
    refuses: [Array(41).fill("x"), ["x".repeat(8001)]],
  }),
  rendered_pages_body_length: of("body", {
    accepts: [Buffer.alloc(1), Buffer.alloc(1024 * 1024)],
    refuses: [Buffer.alloc(0), Buffer.alloc(1024 * 1024 + 1)],
  }),
  rate_limits_key_length: of("key", { accepts: ["x", "x".repeat(255)], refuses: ["", "x".repeat(256)] }),

  ...line("background_options", "name", 100),
  ...known("background_options", "type", ["video", "image"]),
  background_options_url_address: backgroundAddress("url"),
  background_options_thumbnail_url_address: backgroundAddress("thumbnail_url"),

  ...line("musician_profiles", "artist_name", 100),
  musician_profiles_bio_length: of("bio", {
    accepts: ["", "x".repeat(500), "🎵".repeat(500)],
    refuses: ["x".repeat(501)],
  }),
  ...line("musician_profiles", "location", 100),
  musician_profiles_custom_url_format: of("custom_url", {
    accepts: [null, "a", "0", "-", "two-words-2", "-a--b-", "x".repeat(100)],
    refuses: ["", "A", "a b", "a_b", "a.b", "a/b", "é", "a\n", "x".repeat(101)],
  }),
  musician_profiles_custom_url_reserved: of("custom_url", {
    accepts: ["music-2", "the-events"],
    refuses: [
      "admin",
      "artist",
      "music",
      "dashboard",
      "signin",
      "sample-bio",
      "uploads",
      "healthz",
      "handbill",
    ],
  }),
  musician_profiles_avatar_url_address: ownUpload("avatar_url"),
  musician_profiles_cover_image_address: ownUpload("cover_image"),
  ...known("musician_profiles", "performs_as", ["solo", "group"]),
  musician_profiles_page_language_tag: {
    accepts: ["de", "pt-BR", "zh-Hant-TW", null].map((page_language) => ({ page_language })),
    refuses: ["", "DE", "d", "de_DE", "german", "a-b", "de-AT-1234-x"].map((page_language) => ({
      page_language,
    })),
  },
  musician_profiles_other_languages_tags: {
    accepts: [[], ["de"], ["pt-BR", "zh-Hant-TW"], Array(20).fill("de")].map(writtenIn),
    refuses: [[""], ["DE"], ["de", null], ["de fr", "x"], Array(21).fill("de")].map(writtenIn),
  },
  musician_profiles_other_languages_beside: {
    accepts: [
      { page_language: null, other_languages: [] },
      { page_language: "en", other_languages: ["de"] },
    ],
    refuses: [
      { page_language: null, other_languages: ["de"] },
      { page_language: "en", other_languages: ["de", "en"] },
    ],
  },
  ...translations("musician_profiles", {
    lines: { location: 100, first_action_label: 40 },
    texts: { bio: 500 },
  }),
  ...translations("music_tracks", { lines: { title: 300 }, texts: { credits: 5000 } }),
  ...translations("releases", { lines: { title: 300 }, texts: { description: 5000, credits: 5000 } }),
  ...translations("photo_gallery", { texts: { caption: 500, alt_text: 500 } }),
  ...translations("video_gallery", { lines: { title: 200 } }),
  ...translations("page_links", { lines: { title: 80 } }),
  ...translations("events", { lines: { title: 200 }, texts: { description: 5000 } }),
  ...translations("letters", { lines: { title: 150, preheader: 150 }, texts: { body: 20_000 } }),
  ...known("musician_profiles", "cover_image_size", ["compact", "medium", "large", "extra-large", "banner"]),
  ...known("musician_profiles", "color_theme", [
    "default",
    "purple-pink",
    "blue-cyan",
    "green-teal",
    "orange-red",
    "dark-gold",
    "rose-gold",
    "neon-green",
    "ocean-blue",
    "sunset-orange",
    "custom",
    "paper",
    "riso",
    "kraft",
    "ink",
    "oxblood",
    "cobalt",
  ]),
  ...known("musician_profiles", "layout", ["classic", "poster", "split", "gallery", "minimal"]),
  musician_profiles_name_font_known: of("name_font", {
    accepts: [null, "league-gothic", "abril-fatface"],
    refuses: ["", "inter"],
  }),
  ...known("musician_profiles", "first_action", ["none", "play", "show"]),
  ...line("musician_profiles", "first_action_label", 40),
  ...webAddress("musician_profiles", "first_action_url"),
  musician_profiles_first_action_link_present: {
    accepts: [firstLink("Tape", "https://example.org"), { first_action: "play", first_action_url: null }],
    refuses: [firstLink(null, "https://example.org"), firstLink("Tape", null)],
  },
  ...known("musician_profiles", "font_family", [
    "inter",
    "roboto",
    "open-sans",
    "montserrat",
    "poppins",
    "lato",
    "nunito",
    "source-sans",
    "raleway",
    "work-sans",
  ]),
  musician_profiles_custom_primary_color_format: colour("custom_primary_color"),
  musician_profiles_custom_secondary_color_format: colour("custom_secondary_color"),
  musician_profiles_custom_accent_color_format: colour("custom_accent_color"),
  ...known("musician_profiles", "text_color_mode", ["auto", "light", "dark"]),
  musician_profiles_cover_focus_x_range: of("cover_focus_x", { accepts: [0, 100], refuses: [-1, 101] }),
  musician_profiles_cover_focus_y_range: of("cover_focus_y", { accepts: [0, 100], refuses: [-1, 101] }),
  musician_profiles_background_opacity_range: of("background_opacity", {
    accepts: [0.1, 0.7, 1],
    refuses: [0, 0.09, 1.01, -1, "NaN", "Infinity"],
  }),
  ...webAddress("musician_profiles", "youtube_background_url"),
  musician_profiles_profile_background_color_format: colour("profile_background_color"),
  musician_profiles_profile_background_opacity_range: of("profile_background_opacity", {
    accepts: [0, 0.3, 1],
    refuses: [-0.01, 1.01, "NaN", "Infinity"],
  }),
  musician_profiles_background_exclusive: {
    accepts: [youtube(false, world.backgrounds.active), youtube(true, null), youtube(false, null)],
    refuses: [youtube(true, world.backgrounds.active)],
  },
  musician_profiles_youtube_background_present: {
    accepts: [{ youtube_background_url: null }],
    refuses: [{ background_id: null, youtube_background_enabled: true, youtube_background_url: null }],
  },

  ...line("music_tracks", "title", 300),
  music_tracks_file_url_address: ownUpload("file_url"),
  music_tracks_source_digest_format: hexDigest("source_digest"),
  music_tracks_duration_range: count("duration"),
  music_tracks_cover_image_address: ownUpload("cover_image"),
  music_tracks_display_order_range: count("display_order"),
  music_tracks_play_count_range: count("play_count"),
  music_tracks_file_size_range: bytes("file_size"),
  music_tracks_waveform_format: of("waveform", {
    accepts: [null, "A".repeat(96), "Az09+/".repeat(16)],
    refuses: ["", "A".repeat(95), "A".repeat(97), `${"A".repeat(95)}=`, `${"A".repeat(96)}\n`],
  }),
  music_tracks_loudness_range: of("loudness", {
    accepts: [null, -100, -14.5, 20],
    refuses: [-100.5, 20.5, "-Infinity", "NaN"],
  }),
  ...line("music_tracks", "tag_title", 300),
  ...text("music_tracks", "lyrics", 20_000),
  ...plain("music_tracks", "lyrics"),
  ...text("music_tracks", "credits", 5000),
  ...plain("music_tracks", "credits"),
  ...known("music_tracks", "licence", licences),
  music_tracks_isrc_format: of("isrc", {
    accepts: [null, "SEA1B2600012"],
    refuses: ["", "SE-A1B-26-00012", "sea1b2600012", "S1A1B2600012", "SEA1B260001", "SEA1B2600012\n"],
  }),
  // An empty one is a wish for one from the title.
  music_tracks_slug_format: slugFormat(["a--b"]),
  music_tracks_playback_url_address: {
    accepts: [copied(own("music", "a-play.mp3"))],
    refuses: [
      copied("https://example.org/a.mp3"),
      copied(`/uploads/music/${world.newcomer.id}/a.mp3`),
      copied(own("test", "a.mp3")),
    ],
  },
  music_tracks_playback_url_format: {
    accepts: [copied(own("music", "a.mp3"))],
    refuses: [copied(own("music", "a.wav")), copied(own("music", "mp3"))],
  },
  music_tracks_playback_state_known: of("playback_state", {
    accepts: [null, "making", "failed", "unneeded"],
    refuses: ["", "queued"],
  }),
  music_tracks_playback_percent_range: of("playback_percent", {
    accepts: [null, 0, 100],
    refuses: [-1, 101],
  }),
  music_tracks_playback_made: {
    accepts: [copied(own("music", "a.mp3")), { playback_url: null, playback_state: "making" }],
    refuses: [{ playback_state: "made" }, { playback_url: own("music", "a.mp3") }],
  },
  ...line("releases", "title", 300),
  ...known("releases", "kind", ["single", "ep", "album"]),
  ...text("releases", "description", 5000),
  ...plain("releases", "description"),
  ...text("releases", "credits", 5000),
  ...plain("releases", "credits"),
  ...known("releases", "licence", licences),
  releases_upc_format: of("upc", {
    accepts: [null, "036000291452", "4006381333931"],
    refuses: ["", "03600029145", "40063813339310", "03600029145x", "036000291452\n"],
  }),
  releases_cover_image_address: ownUpload("cover_image"),
  releases_time_zone_format: of("time_zone", {
    accepts: ["UTC", "Europe/Stockholm", "America/Argentina/Buenos_Aires", "Etc/GMT+12"],
    refuses: ["", "/", "+01:00", "Europe/", "a/b/c/d", "Europe/Paris;X", "Europe/Paris\n", "x".repeat(65)],
  }),
  releases_slug_format: slugFormat(["a--b"]),
  release_tracks_position_range: of("position", { accepts: [1, 2_147_483_647], refuses: [0, -1] }),
  release_links_position_range: of("position", { accepts: [1, 2_147_483_647], refuses: [0, -1] }),
  ...known("release_links", "platform", platforms),
  ...webAddress("release_links", "url"),
  ...line("private_links", "name", 100),
  private_links_token_format: of("token", {
    accepts: [sql`reverse(token)`],
    refuses: ["", "x".repeat(21), "x".repeat(23), `${"x".repeat(21)}.`],
  }),
  private_links_one_thing: {
    accepts: [{ name: sql`name` }],
    refuses: [{ track_id: null, release_id: null }],
  },
  former_music_slugs_kind_known: of("kind", { accepts: [sql`kind`], refuses: ["", "album"] }),
  former_music_slugs_slug_format: slugFormat(["", "a--b"]),
  former_music_slugs_kind_of: {
    accepts: [{ kind: sql`kind` }],
    refuses: [
      { kind: sql`case kind when 'track' then 'release' else 'track' end` },
      { track_id: null, release_id: null },
      { track_id: world.a.track.id, release_id: world.a.release },
    ],
  },
  ...known("deleted_items", "kind", [
    "track",
    "photo",
    "video",
    "event",
    "link",
    "social-link",
    "payment-link",
    "press-kit",
  ]),
  deleted_items_name_length: of("name", { accepts: ["", "x".repeat(300)], refuses: ["x".repeat(301)] }),
  deleted_items_bytes_range: count("bytes"),
  deleted_files_url_address: ownUpload("url"),
  photo_gallery_image_url_address: ownUpload("image_url"),
  photo_gallery_source_digest_format: hexDigest("source_digest"),
  ...known("picture_originals", "kind", ["avatar", "cover"]),
  picture_originals_file_url_address: ownUpload("file_url"),
  picture_originals_file_size_range: of("file_size", {
    accepts: [1, 10 * 1024 * 1024],
    refuses: [0, -1, 10 * 1024 * 1024 + 1],
  }),
  picture_originals_crop_within: {
    accepts: [
      { crop_x: 0, crop_y: 0, crop_width: 1, crop_height: 1 },
      { crop_x: 0.4, crop_y: 0.9, crop_width: 0.6, crop_height: 0.1 },
    ],
    refuses: [
      { crop_x: -0.1, crop_width: 0.5 },
      { crop_y: -0.1, crop_height: 0.5 },
      { crop_width: 0 },
      { crop_height: 0 },
      { crop_x: 0.5, crop_width: 0.6 },
      { crop_y: 0.5, crop_height: 0.6 },
      { crop_x: "NaN" },
    ],
  },
  photo_gallery_caption_length: of("caption", { accepts: ["", "x".repeat(500)], refuses: ["x".repeat(501)] }),
  photo_gallery_alt_text_length: of("alt_text", {
    accepts: ["", "x".repeat(500)],
    refuses: ["x".repeat(501)],
  }),
  photo_gallery_display_order_range: count("display_order"),
  ...known("social_links", "platform", platforms),
  ...webAddress("social_links", "url"),
  social_links_display_order_range: of("display_order", { accepts: [null, 0, 2_147_483_647], refuses: [-1] }),
  ...webAddress("webhook_endpoints", "url"),
  webhook_endpoints_subjects_format: of("subjects", {
    accepts: [["booking"], ["booking", "message"]],
    refuses: [[], [""], [null], ["Booking"], ["booking.created"], Array(21).fill("booking")],
  }),
  webhook_endpoints_secret_format: of("secret", {
    accepts: [`whsec_${"A".repeat(32)}`, `whsec_${"a/+0".repeat(10)}AAA=`],
    refuses: ["", "whsec_", `whsec_${"A".repeat(31)}`, `whsec_${"A".repeat(89)}`, "A".repeat(44)],
  }),
  webhook_deliveries_type_format: of("type", {
    accepts: ["booking.created", "webhook.test"],
    refuses: ["", "booking", "booking.", "Booking.created", "booking.created.twice"],
  }),
  ...known("webhook_deliveries", "state", ["waiting", "delivered", "failed", "withdrawn"]),
  webhook_deliveries_attempts_range: count("attempts"),
  ...line("page_links", "title", 80),
  ...webAddress("page_links", "url"),
  page_links_icon_known: of("icon", { accepts: [null, ...Object.keys(linkIcons)], refuses: ["", "Record"] }),
  page_links_image_url_address: ownUpload("image_url"),
  page_links_display_order_range: count("display_order"),
  page_links_shown_order: {
    accepts: [
      { shown_from: null, shown_until: null },
      { shown_from: null, shown_until: new Date() },
      { shown_from: new Date(0), shown_until: new Date(1) },
    ],
    refuses: [
      { shown_from: new Date(1), shown_until: new Date(1) },
      { shown_from: new Date(2), shown_until: new Date(1) },
    ],
  },
  ...known("payment_links", "platform", ["paypal", "venmo", "cashapp", "stripe", "kofi", "patreon", "other"]),
  ...webAddress("payment_links", "url"),
  payment_links_display_order_range: count("display_order"),
  ...line("video_gallery", "title", 200),
  video_gallery_video_url_address: {
    accepts: [videoFile(`https://example.org/${"x".repeat(2024)}.mp4`)],
    refuses: [...notWebAddresses.map((address) => `${address}#mp4`), "javascript:alert(1)//.mp4"].map(
      videoFile,
    ),
  },
  ...known("video_gallery", "video_type", ["youtube"]),
  video_gallery_video_url_type: {
    accepts: [
      { video_type: "youtube", video_url: "https://www.youtube-nocookie.com/embed/a-B_c1d2e3f" },
      { video_type: "vimeo", video_url: "https://player.vimeo.com/video/76979871" },
      { video_type: "vimeo", video_url: "https://player.vimeo.com/video/76979871?h=8272103f6e" },
      videoFile("https://example.org/Set.MP4?token=1"),
    ],
    refuses: [
      { video_type: "youtube", video_url: "https://youtube.com.evil.test/embed/a-B_c1d2e3f" },
      { video_type: "youtube", video_url: "https://evil.test/watch?v=11characters" },
      { video_type: "youtube", video_url: "https://www.youtube.com/watch?v=a-B_c1d2e3f" },
      { video_type: "youtube", video_url: "https://www.youtube-nocookie.com/embed/a-B_c1d2e3f/../x" },
      { video_type: "youtube", video_url: "https://player.vimeo.com/video/76979871" },
      { video_type: "vimeo", video_url: "https://player.vimeo.com/video/76979871?h=<" },
      { video_type: "vimeo", video_url: "https://player.vimeo.com.evil.test/video/76979871" },
      { video_type: "vimeo", video_url: "https://www.youtube-nocookie.com/embed/a-B_c1d2e3f" },
      videoFile("http://example.org/a.mp4"),
      videoFile("https://mp4.example.org/a.webm"),
      videoFile("https://name:word@example.org/a.mp4"),
    ],
  },
  ...webAddress("video_gallery", "thumbnail_url"),
  video_gallery_display_order_range: count("display_order"),
  ...line("press_kits", "file_name", 255),
  press_kits_file_url_address: ownUpload("file_url"),
  press_kits_file_size_range: of("file_size", {
    accepts: [1, 25 * 1024 * 1024],
    refuses: [0, -1, 25 * 1024 * 1024 + 1],
  }),
  ...line("events", "title", 200),
  ...text("events", "description", 5000),
  ...known("events", "event_type", [
    "concert",
    "release",
    "interview",
    "collaboration",
    "workshop",
    "festival",
    "other",
  ]),
  ...line("events", "location", 200),
  ...line("events", "venue_name", 200),
  ...line("events", "address", 200),
  ...known("events", "admission", ["tickets", "free", "sold-out"]),
  ...webAddress("events", "ticket_url"),
  events_time_zone_format: of("time_zone", {
    accepts: [null, "UTC", "Europe/Stockholm", "America/Argentina/Buenos_Aires", "Etc/GMT+12"],
    refuses: ["", "/", "+01:00", "Europe/", "a/b/c/d", "Europe/Paris;X", "Europe/Paris\n", "x".repeat(65)],
  }),
  events_sequence_range: count("sequence"),
  events_end_date_range: of("end_date", {
    accepts: [null, sql`event_date + 1`, sql`event_date + 366`],
    refuses: [sql`event_date`, sql`event_date - 1`, sql`event_date + 367`],
  }),
  events_end_time_start: {
    accepts: [
      { event_time: "20:00", end_time: "23:00" },
      { event_time: "20:00", end_time: "01:00" },
      { event_time: "20:00", end_time: null },
    ],
    refuses: [{ event_time: null, end_time: "23:00" }],
  },
  drafts_about_format: of("about", {
    accepts: ["event:new", "message:0b7a0f3e-7c1e-4b55-9d5e-3f1f4c0c2a11"],
    refuses: ["event", "event:", ":new", "Event:new", "event:New", `event:${"x".repeat(61)}`],
  }),
  drafts_fields_object: of("fields", { accepts: ["{}"], refuses: ["[]", "1"] }),
  drafts_fields_size: of("fields", {
    accepts: [JSON.stringify({ text: "x".repeat(200_000) })],
    refuses: [JSON.stringify({ text: "x".repeat(262_144) })],
  }),
  imports_name_length: of("name", { accepts: ["a", "x".repeat(255)], refuses: ["", "x".repeat(256)] }),
  imports_content_object: of("content", { accepts: ["{}"], refuses: ["[]", "1"] }),
  imports_content_size: of("content", {
    accepts: [JSON.stringify({ text: "x".repeat(8_000_000) })],
    refuses: [JSON.stringify({ text: "x".repeat(8_388_608) })],
  }),
  imports_reading_object: of("reading", { accepts: ["{}"], refuses: ["[]", "1"] }),
  imports_reading_size: of("reading", {
    accepts: [JSON.stringify({ text: "x".repeat(8_000) })],
    refuses: [JSON.stringify({ text: "x".repeat(8_192) })],
  }),
  imports_file_url_address: ownUpload("file_url"),
  imports_file_size_range: of("file_size", { accepts: [null, 0, 1], refuses: [-1] }),
  imports_waiting_array: {
    accepts: [{ waiting: '["tracks:1"]', made: "[]", taken_at: new Date() }],
    refuses: [{ waiting: "{}", made: "[]", taken_at: new Date() }],
  },
  imports_waiting_taken: {
    accepts: [{ waiting: "[]", made: "[]", taken_at: new Date() }],
    refuses: [{ waiting: "[]" }],
  },
  imports_troubles_array: of("troubles", { accepts: [null, "[]"], refuses: ["{}"] }),
  imports_made_array: {
    accepts: [{ made: "[]", taken_at: new Date() }],
    refuses: [{ made: "{}", taken_at: new Date() }],
  },
  imports_kept_array: of("kept", { accepts: [null, "[]"], refuses: ["{}"] }),
  imports_made_taken: {
    accepts: [
      { made: null, taken_at: null },
      { made: "[]", taken_at: new Date() },
    ],
    refuses: [
      { made: "[]", taken_at: null },
      { made: null, taken_at: new Date() },
    ],
  },
  imports_undone_taken: {
    accepts: [{ made: "[]", taken_at: new Date(), undone_at: new Date() }],
    refuses: [{ undone_at: new Date() }],
  },
  account_preferences_time_zone_format: of("time_zone", {
    accepts: [null, "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+12"],
    refuses: ["", "Europe Berlin", "/UTC", "a/b/c/d", "1UTC", "x".repeat(65)],
  }),
  account_preferences_language_tag: languageTag(),
  ...known("account_preferences", "format", Object.keys(formatNames)),
  ...known("account_preferences", "bookings", [...frequencies]),
  ...known("account_preferences", "comments", [...frequencies]),
  ...known("account_preferences", "messages", [...frequencies]),
  ...known("account_preferences", "subscribers", [...frequencies]),
  ...known("notifications", "kind", [...notificationKinds]),
  ...known("notification_mails", "about", [...notificationKinds, "daily"]),
  ...known("analytics_days", "facet", ["all", "source", "device", "target", "link"]),
  ...known("analytics_days", "kind", [
    "views",
    "visitors",
    "plays",
    "downloads",
    "clicks",
    "signups",
    "bookings",
  ]),
  analytics_days_value_length: of("value", { accepts: ["", "x".repeat(100)], refuses: ["x".repeat(101)] }),
  analytics_days_count_range: of("count", { accepts: [1, 2_147_483_647], refuses: [0, -1] }),
  analytics_listening_heard_length: of("heard", {
    accepts: [Array(48).fill(0)],
    refuses: [Array(47).fill(0), Array(49).fill(0)],
  }),
  mail_counts_counter_length: of("counter", {
    accepts: ["x", "x".repeat(100)],
    refuses: ["", " ", "x".repeat(101)],
  }),
  mail_counts_sent_range: count("sent"),
  analytics_salts_salt_length: sha256("salt"),
  analytics_visitors_hash_length: of("hash", {
    accepts: [Buffer.alloc(16)],
    refuses: [Buffer.alloc(0), Buffer.alloc(15), Buffer.alloc(17)],
  }),
  withdrawn_events_sequence_range: of("sequence", { accepts: [1], refuses: [0, -1] }),

  stored_images_url_address: pictureAddress("url"),
  stored_images_width_range: of("width", { accepts: [1, 1600], refuses: [0, -1, 1601] }),
  stored_images_height_range: of("height", { accepts: [1, 3200], refuses: [0, -1, 3201] }),
  stored_images_widths_range: of("widths", {
    accepts: [[], [200], [200, 400, 640, 960], [64, 80, 100, 125, 160, 1000, 1250]],
    refuses: [[0], [399], [400, 1600]],
  }),
  stored_images_bytes_range: bytes("bytes"),
  stored_images_colour_format: of("colour", {
    accepts: ["#000000", "#ab12ef", "#00000000"],
    refuses: ["", "#fff", "#ABCDEF", "#12345678", "red", "#000000;", "#000000\n"],
  }),

  ...line("fan_comments", "author_name", 100),
  ...text("fan_comments", "content", 2000),
  fan_comments_track_seconds_range: of("track_seconds", {
    accepts: [null, 0, 359_999],
    refuses: [-1, 360_000],
  }),
  fan_comments_track_seconds_present: {
    accepts: [
      { track_id: null, track_seconds: null },
      { track_id: null, track_seconds: 75 },
    ],
    refuses: [{ track_id: world.a.track.id, track_seconds: null }],
  },
  fan_comments_answer_length: {
    accepts: ["x", "x".repeat(1000)].map(answer),
    refuses: ["", " ", "x".repeat(1001)].map(answer),
  },
  fan_comments_answer_plain: {
    accepts: ["One\n\ttwo"].map(answer),
    refuses: ["a\u202eb", "a\u0007b"].map(answer),
  },
  fan_comments_answered_at_present: {
    accepts: [answer("x"), { answer: null, answered_at: null }],
    refuses: [
      { answer: "x", answered_at: null },
      { answer: null, answered_at: new Date() },
    ],
  },
  booking_requests_language_tag: languageTag(),
  ...line("booking_requests", "requester_name", 100),
  ...email("booking_requests", "requester_email"),
  ...line("booking_requests", "requester_phone", 50),
  ...known("booking_requests", "event_type", [
    "performance",
    "private_event",
    "wedding",
    "corporate",
    "festival",
    "recording",
    "collaboration",
    "other",
  ]),
  ...line("booking_requests", "event_location", 200),
  ...known("booking_requests", "budget_range", [
    "under_500",
    "500_1000",
    "1000_2500",
    "2500_5000",
    "5000_plus",
    "negotiable",
  ]),
  ...text("booking_requests", "message", 1000),
  ...known("booking_requests", "status", ["pending", "reviewed", "accepted", "declined", "completed"]),
  release_reminders_language_tag: languageTag(),
  ...email("release_reminders", "email"),
  ...known("release_reminders", "status", ["waiting", "claimed", "sent", "failed", "unknown"]),
  release_reminders_attempts_range: count("attempts"),
  release_notices_told_range: count("told"),
  release_notices_failed_range: count("failed"),
  release_notices_doubtful_range: count("doubtful"),
  newsletter_subscribers_language_tag: languageTag(),
  ...email("newsletter_subscribers", "subscriber_email"),
  ...line("newsletter_subscribers", "subscriber_name", 100),
  ...line("newsletter_subscribers", "source", 100),
  ...line("newsletter_subscribers", "consent_note", 200),
  newsletter_subscribers_bounce_status_format: of("bounce_status", {
    accepts: [null, "5.1.1", "4.7.255"],
    refuses: ["", "5.1", "3.1.1", "5.1.1234"],
  }),
  newsletter_subscribers_soft_bounces_range: count("soft_bounces"),

  ...line("letters", "title", 150),
  ...text("letters", "body", 20_000),
  letters_blocks_size: {
    accepts: [{ blocks: null }, { blocks: "[]" }],
    refuses: [{ blocks: "{}" }, { blocks: JSON.stringify(["x".repeat(200_000)]) }],
  },
  letters_results_size: {
    accepts: [{ results: null }, { results: '{"sent":20000}' }],
    refuses: [{ results: "[]" }, { results: JSON.stringify({ sent: "1".repeat(1000) }) }],
  },
  letters_preheader_length: {
    accepts: [{ preheader: "" }, { preheader: "x".repeat(150) }],
    refuses: [{ preheader: " " }, { preheader: "a\nb" }, { preheader: "x".repeat(151) }],
  },
  letter_pictures_image_url_address: ownUpload("image_url"),
  ...known("letters", "look", ["plain", "sheet", "poster"]),
  letters_audience_format: {
    accepts: ["all", "source:bio_page", `show:${randomUUID()}`, `release:${randomUUID()}`].map(
      (audience) => ({ audience }),
    ),
    refuses: ["", "everyone", "source:", "release:1", "show:' or true"].map((audience) => ({ audience })),
  },
  ...known("letters", "status", ["draft", "scheduled", "sending", "paused", "sent", "cancelled"]),
  ...known("letter_deliveries", "status", ["waiting", "claimed", "sent", "failed", "skipped", "unknown"]),
  letter_deliveries_attempts_range: count("attempts"),

  conversations_participants_sorted: {
    accepts: [{ participant_1: sql`participant_1` }],
    refuses: [
      { participant_1: sql`participant_2` },
      { participant_1: sql`participant_2`, participant_2: sql`participant_1` },
    ],
  },
  conversations_last_sequence_range: count("last_sequence"),
  ...text("messages", "content", 5000),
  ...text("archived_messages", "content", 5000),
  ...line("archived_messages", "with_name", 100),
  archived_messages_tracks_limit: of("tracks", {
    accepts: [[], ["Tide"], Array(20).fill("x".repeat(300))],
    refuses: [Array(21).fill("x"), ["x".repeat(30_001)]],
  }),
  messages_sequence_range: of("sequence", { accepts: [1, 1_000_000_007], refuses: [0, -1] }),
  message_blocks_blocked_id_other: {
    accepts: [{ blocked_id: sql`blocked_id` }],
    refuses: [{ blocked_id: sql`blocker_id` }],
  },
  ...known("messages", "message_type", ["text", "track"]),
  ...known("message_attachments", "attachment_type", ["track"]),
  message_attachments_file_url_length: of("file_url", {
    accepts: [null, "x".repeat(300)],
    refuses: ["x".repeat(301)],
  }),
  ...line("message_attachments", "file_name", 300),
  message_attachments_display_order_range: count("display_order"),

  ...text("warnings", "content", 1000),
  ...text("reports", "reason", 500),
  reports_resolution_known: {
    accepts: ["dismissed", "hidden", "warned", "suspended"].map(resolved),
    refuses: ["", "unheard-of"].map(resolved),
  },
  reports_resolution_present: {
    accepts: [resolved("hidden"), { resolved_at: null, resolution: null }],
    refuses: [
      { resolved_at: null, resolution: "hidden" },
      { resolved_at: new Date(), resolution: null },
    ],
  },
  reports_target_single: {
    accepts: [{ comment_id: null, message_id: world.asA.messages["mine to a third"] }],
    refuses: [
      { comment_id: null, message_id: null },
      { comment_id: world.b.comment, message_id: world.asA.messages["mine to a third"] },
    ],
  },
  ...text("audit_log", "actor", 254),
  ...text("audit_log", "action", 60),
  ...text("audit_log", "target", 300),
  audit_log_details_length: of("details", { accepts: ["", "x".repeat(2000)], refuses: ["x".repeat(2001)] }),
  site_settings_id_single: of("id", { accepts: [true], refuses: [false] }),
  ...known("site_settings", "registration", ["open", "unlisted", "closed"]),
  ...line("site_settings", "name", 60),
  ...line("site_settings", "contact", 200),
  ...text("site_settings", "imprint", 10_000),
  ...plain("site_settings", "imprint"),
  ...text("site_settings", "terms", 40_000),
  ...plain("site_settings", "terms"),
  ...text("site_settings", "privacy", 40_000),
  ...plain("site_settings", "privacy"),
  ...known("site_settings", "root", ["landing", "artist"]),
  site_settings_root_artist_used: {
    accepts: [{ root: "artist" }, { root: "landing", root_artist: null }],
    refuses: [
      { root: "landing", root_artist: sql`gen_random_uuid()` },
      { root: null, root_artist: sql`gen_random_uuid()` },
    ],
  },
  account_archives_state_known: {
    accepts: [{ state: "asked", ended_at: null }],
    refuses: ["", "unheard-of", "ASKED"].map((state) => ({ state, ended_at: null })),
  },
  account_archives_done_bytes_range: of("done_bytes", { accepts: [0, 5e12], refuses: [-1] }),
  account_archives_expected_bytes_range: of("expected_bytes", { accepts: [null, 0, 5e12], refuses: [-1] }),
  account_archives_failure_length: {
    accepts: [failedArchive("x".repeat(1000))],
    refuses: ["", " ", "x".repeat(1001)].map(failedArchive),
  },
  account_archives_ended_at_present: {
    accepts: [
      { state: "ready", ended_at: new Date() },
      { state: "making", ended_at: null },
    ],
    refuses: [
      { state: "ready", ended_at: null },
      { state: "making", ended_at: new Date() },
    ],
  },
  account_archives_failure_present: {
    accepts: [failedArchive("No room.")],
    refuses: [failedArchive(null), { state: "ready", ended_at: new Date(), failure: "No room." }],
  },
  account_archive_pieces_start_range: of("start", { accepts: [0], refuses: [-1] }),
  account_archive_pieces_url_address: of("url", {
    accepts: [`/uploads/archives/${randomUUID()}/${randomUUID()}.part`],
    refuses: [
      "",
      `/uploads/unfinished/${randomUUID()}/${randomUUID()}.part`,
      `/uploads/archives/${randomUUID()}/${randomUUID()}.zip`,
      `/uploads/archives/${randomUUID()}/../a.part`,
    ],
  }),
  ...known("backups", "state", ["making", "checking", "done", "failed"]),
  backups_done_bytes_range: of("done_bytes", { accepts: [0, 5e12], refuses: [-1] }),
  backups_expected_bytes_range: of("expected_bytes", { accepts: [null, 0, 5e12], refuses: [-1] }),
  ...text("backups", "machine", 255),
  backups_file_name_format: of("file_name", {
    accepts: [null, "a.zip", "handbill-2026-11-23-0a1b2c3d.zip", `${"x".repeat(100)}.zip`],
    refuses: ["", ".zip", "../a.zip", "a/b.zip", "A.zip", "a.zip\n", `${"x".repeat(101)}.zip`],
  }),
  backups_bytes_range: of("bytes", { accepts: [null, 0, 5e12], refuses: [-1] }),
  backups_row_count_range: of("row_count", { accepts: [null, 0, 5e12], refuses: [-1] }),
  backups_file_count_range: of("file_count", { accepts: [null, 0], refuses: [-1] }),
  backups_missing_count_range: of("missing_count", { accepts: [null, 0], refuses: [-1] }),
  ...text("backups", "failure", 1000),
  backups_link_hash_length: sha256("link_hash"),
  ...text("error_counts", "kind", 200),
  error_counts_errors_range: of("errors", { accepts: [1], refuses: [0, -1] }),
  invitations_token_hash_length: sha256("token_hash"),
  ...line("invitations", "note", 200),
  ...plain("musician_profiles", "bio"),
  ...plain("photo_gallery", "caption"),
  ...plain("photo_gallery", "alt_text"),
  ...plain("events", "description"),
  ...plain("fan_comments", "content"),
  ...plain("booking_requests", "message"),
  ...plain("messages", "content"),
  ...plain("archived_messages", "content"),
  ...plain("letters", "body"),
  ...plain("warnings", "content"),
  ...plain("reports", "reason"),
  users_suspended_reason_plain: {
    accepts: ["One\n\ttwo"].map(suspension),
    refuses: ["a\u202eb", "a\u0007b"].map(suspension),
  },
  invitations_expires_at_range: lifetime(),
};

const { rows: allConstraints } = await db.asSystem().read((tx) =>
  sql<{ name: string; table: string }>`
    select conname as name, relname as table from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'c' and connamespace = 'public'::regnamespace order by conname`.execute(tx),
);

/** The constraints on days and times have their own test below. */
const constraints = allConstraints.filter(({ name }) => !name.endsWith("_years"));

test("every check is tried, and named after its table", () => {
  expect(constraints.map(({ name }) => name)).toEqual(Object.keys(limits).sort());
  expect(allConstraints.filter(({ name, table }) => !name.startsWith(`${table}_`))).toEqual([]);
});

test("every day and time that people write lies in the years that the forms take", async () => {
  const { rows: written } = await db.asSystem().read((tx) =>
    sql<{ name: string }>`
      select relname || '_' || attname || '_years' as name
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
        and atttypid in ('date'::regtype, 'timestamptz'::regtype) and exists (
          select from unnest(array['handbill_visitor', 'handbill_musician', 'handbill_admin']) role
          where has_column_privilege(role, pg_class.oid, attnum, 'insert, update'))`.execute(tx),
  );
  const { rows: checks } = await db.asSystem().read((tx) =>
    sql<{ name: string; column: string; type: string; rule: string }>`
      select conname as name, attname as column, format_type(atttypid, null) as type,
        pg_get_expr(conbin, conrelid) as rule
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where conname ~ '_years$'`.execute(tx),
  );
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(written.map(({ name }) => name)));
  for (const { name, column, type, rule } of checks) {
    const { rows } = await db.asSystem().read((tx) =>
      sql<{ given: string }>`
        select given from unnest(array['infinity', '-infinity', '0044-03-15 BC', '1899-12-30', '1900-01-02',
            '2199-12-30', '2200-01-02']) given,
          lateral (select given::${sql.raw(type)} as ${sql.ref(column)}) tried
        where ${sql.raw(rule)}`.execute(tx),
    );
    expect
      .soft(
        rows.map(({ given }) => given),
        name,
      )
      .toEqual(["1900-01-02", "2199-12-30"]);
  }
});

describe.each(constraints)("$name", ({ name, table }) => {
  const { accepts, refuses } = limits[name] ?? { accepts: [], refuses: [] };

  test("accepts what it should", async () => {
    expect(accepts.length).toBeGreaterThan(0);
    for (const change of accepts)
      expect.soft(await verdict(table, change), JSON.stringify(change)).toBe("accepted");
  });

  test("refuses what it should", async () => {
    expect(refuses.length).toBeGreaterThan(0);
    for (const change of refuses)
      expect.soft(await verdict(table, change), JSON.stringify(change)).toBe(name);
  });
});

class Undo extends Error {}

/** Changes one row of the table, returns the database's verdict, and rolls the change back. */
async function verdict(table: string, change: Change): Promise<string> {
  const assignments = Object.entries(change).map(
    ([column, value]) => sql`${sql.ref(column)} = ${isExpression(value) ? value : sql`${value}`}`,
  );
  try {
    await db.asSystem().write(async (tx) => {
      // No role changes this table's rows.
      if (table === "audit_log") {
        const row = { actor: "operator", action: "user_deleted", ...change };
        await tx.insertInto("audit_log").values(row).execute();
        throw new Undo();
      }
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.join(assignments)}
        where ctid = (select ctid from ${sql.table(table)} limit 1)`.execute(tx);
      expect(numAffectedRows).toBe(1n);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return "accepted";
    if (!(error instanceof DatabaseError) || error.constraint === undefined) throw error;
    return error.constraint;
  }
  return "accepted";
}

function isExpression(value: unknown): value is RawBuilder<unknown> {
  return typeof value === "object" && value !== null && "toOperationNode" in value;
}

function of(column: string, { accepts, refuses }: { accepts: unknown[]; refuses: unknown[] }): Limit {
  const change = (value: unknown) => ({ [column]: value });
  return { accepts: accepts.map(change), refuses: refuses.map(change) };
}

/** Not blank, and so many characters at most; an emoji is one. */
function text(table: string, column: string, longest: number): Record<string, Limit> {
  return {
    [`${table}_${column}_length`]: of(column, {
      accepts: ["x", " x ", "x".repeat(longest), "🎵".repeat(longest)],
      refuses: ["", "   ", "\r\n\t", "x".repeat(longest + 1)],
    }),
  };
}

/** The same on one line, without what turns letters; the marks of scripts and emoji stay. */
function line(table: string, column: string, longest: number): Record<string, Limit> {
  const unfit = ["\t", "\n", "\r", "\u0007", "\u0085", "\u2028", "\u202a", "\u202e", "\u2066", "\u2069"];
  const limits = text(table, column, longest);
  for (const { accepts, refuses } of Object.values(limits)) {
    accepts.push(...["a\u200eb\u061cc", "👩\u200d🎤"].map((value) => ({ [column]: value })));
    refuses.push(...unfit.map((character) => ({ [column]: `a${character}b` })));
  }
  return limits;
}

/** Line breaks and tabs, and nothing else that isn't seen. */
function plain(table: string, column: string): Record<string, Limit> {
  return {
    [`${table}_${column}_plain`]: of(column, {
      accepts: ["a\r\n\tb", "a\u200eb"],
      refuses: ["a\u202eb", "a\u2069b", "a\u0007b", "a\u0085b"],
    }),
  };
}

/** An address's last part; of those that can't be, the ones that no trigger mends. */
function slugFormat(refuses: string[]): Limit {
  return of("slug", {
    accepts: ["a", "one-2-three", "x".repeat(100)],
    refuses: [...refuses, "A", "a b", "-a", "a-", "a\n", "東京", "x".repeat(101)],
  });
}

function suspension(suspended_reason: string): Change {
  return { role: "musician", suspended_at: new Date(), suspended_reason };
}

function resolved(resolution: string): Change {
  return { resolved_at: new Date(), resolution };
}

function known(table: string, column: string, values: string[]): Record<string, Limit> {
  return {
    [`${table}_${column}_known`]: of(column, {
      accepts: values,
      refuses: ["", "unheard-of", values[0]?.toUpperCase()],
    }),
  };
}

function email(table: string, column: string): Record<string, Limit> {
  return {
    [`${table}_${column}_format`]: of(column, {
      accepts: [
        "a@b.c",
        "first.last+tag@mail.example.org",
        "ü@bücher.example",
        `${"x".repeat(242)}@example.org`,
      ],
      refuses: [
        "",
        "a",
        "a@b",
        "@b.c",
        "a@.c",
        "a@b.",
        "a@b@c.d",
        "a b@c.d",
        "A@b.c",
        "a@b.c\n",
        `${"x".repeat(243)}@example.org`,
      ],
    }),
  };
}

function webAddress(table: string, column: string): Record<string, Limit> {
  return {
    [`${table}_${column}_address`]: of(column, {
      accepts: ["http://a", "https://example.org/ü?q=1#x", `https://example.org/${"x".repeat(2028)}`],
      refuses: notWebAddresses,
    }),
  };
}

function videoFile(video_url: string): Change {
  return { video_type: "mp4", video_url };
}

function backgroundAddress(column: string): Limit {
  return of(column, {
    accepts: ["https://example.org/a.mp4", "/backgrounds/stage-1.mp4"],
    refuses: [...notWebAddresses, "/", "/a b", "/\\example.org"],
  });
}

/** An address in the row's owner's own part of the store. */
function own(folder: string, name: string): RawBuilder<unknown> {
  return sql`'/uploads/' || ${folder} || '/' || user_id || '/' || ${name}`;
}

function pictureAddress(column: string): Limit {
  return of(column, {
    accepts: [own("photos", "a-1.webp"), own("avatars", "a-400w-b.webp")],
    refuses: [
      own("photos", "a.jpg"),
      own("photos", "a.webp.mp3"),
      own("photos", "a-400w.webp"),
      own("photos", "a-1234w.webp"),
      own("test", "a.webp"),
      `/uploads/photos/${world.newcomer.id}/a.webp`,
    ],
  });
}

/** A lossless track that has a copy. */
function copied(address: unknown): Change {
  return { playback_url: address, playback_state: "made" };
}

function writtenIn(other_languages: unknown): Change {
  return { page_language: "en", other_languages };
}

/** The columns that may be translated, each with the longest that its text may be. */
function translations(table: string, columns: TranslatedColumns): Record<string, Limit> {
  const { lines = {}, texts = {} } = columns;
  const all = Object.entries({ ...lines, ...texts });
  const [[column] = [""]] = all;
  const german = (column: string, text: unknown) => ({ de: { [column]: text } });
  const languages = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`de-${String(at).padStart(2, "0")}`, {}]));
  return {
    [`${table}_translations_fields`]: of("translations", {
      accepts: [
        {},
        languages(20),
        ...all.map(([name, longest]) => german(name, "🎵".repeat(longest))),
        ...Object.keys(texts).map((name) => german(name, "x\ny")),
      ],
      refuses: [
        JSON.stringify([]),
        JSON.stringify("de"),
        { de: "x" },
        languages(21),
        { german: { [column]: "x" } },
        { DE: { [column]: "x" } },
        german("slug", "x"),
        ...["", " ", 1, null, ["x"], "x\u202Ey"].map((text) => german(column, text)),
        ...all.map(([name, longest]) => german(name, "x".repeat(longest + 1))),
        ...Object.keys(lines).map((name) => german(name, "x\ny")),
      ],
    }),
  };
}

function languageTag(): Limit {
  return of("language", {
    accepts: [null, "de", "pt-BR", "zh-Hant-TW"],
    refuses: ["", "DE", "d", "de_DE", "german", "a-b", "de-AT-1234-x"],
  });
}

function hexDigest(column: string): Limit {
  return of(column, {
    accepts: [null, "0a".repeat(32)],
    refuses: ["", "0A".repeat(32), "0a".repeat(33), "g".repeat(64)],
  });
}

function ownUpload(column: string): Limit {
  return of(column, {
    accepts: [
      ...["avatars", "photos", "music", "press-kits", "unfinished"].map((folder) => own(folder, "a-1_B.mp3")),
      own("music", "x".repeat(200)),
    ],
    refuses: [
      "",
      "https://example.org/a.mp3",
      `/uploads/music/${world.newcomer.id}/a.mp3`,
      sql`'uploads/music/' || user_id || '/a.mp3'`,
      sql`'https://example.org/uploads/music/' || user_id || '/a.mp3'`,
      own("test", "a.mp3"),
      own("music", ""),
      own("music", ".."),
      own("music", ".hidden"),
      own("music", "a/b.mp3"),
      own("music", "a.mp3?x"),
      own("music", "a b.mp3"),
      own("music", "x".repeat(201)),
    ],
  });
}

function colour(column: string): Limit {
  return of(column, {
    accepts: ["#000000", "#8B5CF6", "#abcdef"],
    refuses: ["", "#fff", "000000", "#gggggg", "#0000000", "#000000\n", "red", "#000000;}"],
  });
}

/** The limit for a file's size, where it is known. */
function bytes(column: string): Limit {
  return of(column, { accepts: [null, 1, 5 * 1024 ** 3], refuses: [0, -1] });
}

function count(column: string): Limit {
  return of(column, { accepts: [0, 1, 2_147_483_647], refuses: [-1] });
}

function sha256(column: string): Limit {
  return of(column, {
    accepts: [Buffer.alloc(32)],
    refuses: [Buffer.alloc(0), Buffer.alloc(31), Buffer.alloc(33)],
  });
}

function lifetime(): Limit {
  return of("expires_at", {
    accepts: [sql`created_at + interval '1 second'`],
    refuses: [sql`created_at`, sql`created_at - interval '1 second'`],
  });
}

function youtube(enabled: boolean, background: string | null): Change {
  return {
    youtube_background_enabled: enabled,
    youtube_background_url: "https://www.youtube.com/watch?v=abcdefghijk",
    background_id: background,
  };
}
