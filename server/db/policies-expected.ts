import { uploadAddress } from "../../tests/factories/page.ts";
import type { Relation, World } from "../../tests/factories/world.ts";
import type { DB } from "./schema.ts";

/** Rows by what they are to the musician "me", with their keys. Every row of the table must have such a name. */
export type Rows = Record<string, string>;

interface Rights {
  reads?: { columns: string[]; rows: string[] };
  /** `to`: what a column is set to where its old value would be refused. */
  updates?: { columns: string[]; rows: string[]; to?: Record<string, unknown> };
  deletes?: string[];
  inserts?: {
    /** Accepted, in exactly these columns. */
    row: Record<string, unknown>;
    /** Changes to that row which a policy refuses. */
    refused: Record<string, unknown>[];
    /** Who inserts, where "me" already has the only row there may be. */
    as?: string;
  };
}

export interface Expectation {
  rows: Rows;
  /** The column that `rows` holds, as text; the id unless said otherwise. */
  key?: string;
  /** Nobody changes or deletes these, the system neither. */
  isAppendOnly?: true;
  visitor?: Rights;
  musician?: Rights;
  admin?: Rights;
}

/** What each role may do to each table, where `me` is the musician. What isn't listed must be refused. */
export function expectations(
  {
    admin,
    newcomer,
    third,
    withoutForms,
    backgrounds,
    rateLimitKey,
    saltedDay,
    mailCounter,
    fileToRemove,
    auditEntry,
  }: World,
  { me, them, conversations, messages, attachments, reports }: Relation,
): Record<keyof DB, Expectation> {
  const appearance = [
    "artist_name",
    "bio",
    "location",
    "performs_as",
    "custom_url",
    "avatar_url",
    "cover_image",
    "cover_image_size",
    "color_theme",
    "font_family",
    "custom_primary_color",
    "custom_secondary_color",
    "custom_accent_color",
    "text_color_mode",
    "background_id",
    "background_opacity",
    "youtube_background_url",
    "youtube_background_enabled",
    "profile_background_color",
    "profile_background_opacity",
    "show_music_section",
    "show_video_section",
    "show_gallery_section",
    "show_events_section",
    "show_booking_section",
    "show_support_section",
    "show_comments_section",
    "updated_at",
  ];
  const profile = ["id", "user_id", "is_demo_profile", "created_at", "name_key", ...appearance];
  const profiles = {
    columns: profile,
    rows: ["mine", "theirs", "a third's", "one without forms"],
  };
  const track = ["title", "cover_image", "downloads_enabled", "is_visible", "display_order"];
  const offers = ["tag_title", "has_embedded_cover"];
  const sound = ["waveform", "loudness", "is_shorter"];
  const tracks = ["id", "user_id", "file_url", "duration", "play_count", "created_at", ...sound, ...track];
  const photo = ["caption", "alt_text", "display_order"];
  const photos = ["id", "user_id", "image_url", "created_at", ...photo];
  const images = ["url", "user_id", "width", "height", "widths", "colour"];
  const socialLinks = ["id", "user_id", "platform", "url", "created_at"];
  const paymentLink = ["platform", "url", "display_order", "is_enabled"];
  const paymentLinks = ["id", "user_id", ...paymentLink];
  const video = [
    "title",
    "video_url",
    "video_type",
    "thumbnail_url",
    "is_primary",
    "display_order",
    "is_visible",
    "updated_at",
  ];
  const videos = ["id", "user_id", "created_at", ...video];
  const pressKits = ["id", "user_id", "file_name", "file_url", "file_size", "created_at"];
  const event = [
    "title",
    "description",
    "event_type",
    "event_date",
    "event_time",
    "location",
    "venue_name",
    "ticket_url",
    "is_featured",
    "is_published",
    "updated_at",
    "end_time",
    "end_date",
    "time_zone",
    "cancelled_at",
  ];
  const events = ["id", "user_id", "sequence", "created_at", ...event];
  const account = ["id", "email", "role", "created_at", "suspended_at", "suspended_reason"];
  const comments = ["id", "musician_id", "author_name", "content", "is_approved", "created_at"];

  return {
    users: {
      rows: {
        me: me.id,
        them: them.id,
        "a third": third.id,
        "one without forms": withoutForms.id,
        "a newcomer": newcomer.id,
        "the admin": admin.id,
      },
      visitor: { reads: { columns: ["id"], rows: ["me", "them", "a third", "one without forms"] } },
      musician: { reads: { columns: account, rows: ["me"] } },
      admin: {
        reads: {
          columns: [...account, "email_confirmed_at"],
          rows: ["me", "them", "a third", "one without forms", "a newcomer", "the admin"],
        },
        updates: {
          columns: ["role", "suspended_at", "suspended_reason"],
          rows: ["me", "them", "a third", "one without forms", "a newcomer"],
        },
        deletes: ["me", "them", "a third", "one without forms", "a newcomer"],
      },
    },
    credentials: { key: "user_id", rows: { mine: me.id, theirs: them.id } },
    sessions: { key: "token_hash", rows: { mine: hex(me.session), theirs: hex(them.session) } },
    reset_tickets: { rows: { mine: me.ticket, theirs: them.ticket } },
    rate_limits: { key: "key", rows: { somebody: rateLimitKey } },
    files_to_remove: { key: "url", rows: { somebody: fileToRemove } },
    musician_profiles: {
      rows: {
        mine: me.profile.id,
        theirs: them.profile.id,
        "a third's": third.profile.id,
        "one without forms": withoutForms.profile.id,
      },
      visitor: { reads: profiles },
      musician: {
        reads: profiles,
        updates: { columns: appearance, rows: ["mine"] },
        inserts: {
          as: newcomer.id,
          row: {
            user_id: newcomer.id,
            artist_name: "New",
            bio: "",
            location: null,
            performs_as: "group",
            custom_url: "new",
            avatar_url: null,
            cover_image: null,
            cover_image_size: "large",
            color_theme: "default",
            font_family: "inter",
            custom_primary_color: "#000000",
            custom_secondary_color: "#000000",
            custom_accent_color: "#000000",
            text_color_mode: "auto",
            background_id: null,
            background_opacity: 0.7,
            youtube_background_url: null,
            youtube_background_enabled: false,
            profile_background_color: "#000000",
            profile_background_opacity: 0.3,
            show_music_section: true,
            show_video_section: true,
            show_gallery_section: true,
            show_events_section: true,
            show_booking_section: true,
            show_support_section: true,
            show_comments_section: true,
            updated_at: new Date(),
          },
          refused: [{ user_id: admin.id }],
        },
      },
      admin: { reads: profiles, updates: { columns: ["is_demo_profile"], rows: profiles.rows } },
    },
    background_options: {
      rows: backgrounds,
      visitor: {
        reads: {
          columns: ["id", "name", "type", "url", "thumbnail_url", "is_active", "created_at"],
          rows: ["active", "taken off, still in use"],
        },
      },
      musician: {
        reads: {
          columns: ["id", "name", "type", "url", "thumbnail_url", "is_active", "created_at"],
          rows: ["active", "taken off, still in use"],
        },
      },
      admin: {
        reads: {
          columns: ["id", "name", "type", "url", "thumbnail_url", "is_active", "created_by", "created_at"],
          rows: Object.keys(backgrounds),
        },
        updates: {
          columns: ["name", "type", "url", "thumbnail_url", "is_active"],
          rows: Object.keys(backgrounds),
        },
        deletes: Object.keys(backgrounds),
        inserts: {
          row: {
            name: "New",
            type: "video",
            url: "https://example.org/new.mp4",
            thumbnail_url: null,
            is_active: true,
            created_by: admin.id,
          },
          refused: [{ created_by: me.id }, { created_by: null }],
        },
      },
    },
    music_tracks: {
      rows: {
        mine: me.track.id,
        "mine, hidden": me.hiddenTrack.id,
        theirs: them.track.id,
        "theirs, hidden": them.hiddenTrack.id,
      },
      visitor: { reads: { columns: tracks, rows: ["mine", "theirs"] } },
      musician: {
        reads: {
          columns: [...tracks, ...offers, "file_size", "analysed_at"],
          rows: ["mine", "mine, hidden", "theirs"],
        },
        updates: { columns: [...track, ...offers], rows: ["mine", "mine, hidden"] },
        deletes: ["mine", "mine, hidden"],
        inserts: {
          row: {
            user_id: me.id,
            title: "New",
            file_url: null,
            duration: null,
            cover_image: null,
            downloads_enabled: true,
            is_visible: true,
            display_order: 1,
            file_size: 1,
            tag_title: null,
            has_embedded_cover: false,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    photo_gallery: {
      rows: { mine: me.photo, theirs: them.photo },
      visitor: { reads: { columns: photos, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: photos, rows: ["mine", "theirs"] },
        updates: { columns: photo, rows: ["mine"] },
        deletes: ["mine"],
        inserts: {
          row: {
            user_id: me.id,
            image_url: uploadAddress("photos", me.id, "new.webp"),
            caption: "",
            alt_text: "",
            display_order: 1,
          },
          refused: [{ user_id: them.id, image_url: uploadAddress("photos", them.id, "new.webp") }],
        },
      },
    },
    stored_images: {
      key: "url",
      rows: { mine: me.storedImage, theirs: them.storedImage },
      visitor: { reads: { columns: images, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: [...images, "bytes"], rows: ["mine", "theirs"] },
        deletes: ["mine"],
        inserts: {
          row: {
            user_id: me.id,
            url: uploadAddress("photos", me.id, "new.webp"),
            width: 800,
            height: 600,
            widths: [200, 400],
            colour: "#123456",
            bytes: 1,
          },
          refused: [{ user_id: them.id, url: uploadAddress("photos", them.id, "new.webp") }],
        },
      },
    },
    social_links: {
      rows: { mine: me.socialLink, theirs: them.socialLink },
      visitor: { reads: { columns: socialLinks, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: socialLinks, rows: ["mine", "theirs"] },
        updates: { columns: ["platform", "url"], rows: ["mine"] },
        deletes: ["mine"],
        inserts: {
          row: { user_id: me.id, platform: "tidal", url: "https://example.org" },
          refused: [{ user_id: them.id }],
        },
      },
    },
    payment_links: {
      rows: {
        mine: me.paymentLink,
        "mine, disabled": me.disabledPaymentLink,
        theirs: them.paymentLink,
        "theirs, disabled": them.disabledPaymentLink,
      },
      visitor: { reads: { columns: paymentLinks, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: paymentLinks, rows: ["mine", "mine, disabled", "theirs"] },
        updates: { columns: paymentLink, rows: ["mine", "mine, disabled"] },
        deletes: ["mine", "mine, disabled"],
        inserts: {
          row: {
            user_id: me.id,
            platform: "kofi",
            url: "https://example.org",
            display_order: 1,
            is_enabled: true,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    video_gallery: {
      rows: {
        mine: me.video,
        "mine, hidden": me.hiddenVideo,
        theirs: them.video,
        "theirs, hidden": them.hiddenVideo,
      },
      visitor: { reads: { columns: videos, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: videos, rows: ["mine", "mine, hidden", "theirs"] },
        updates: { columns: video, rows: ["mine", "mine, hidden"] },
        deletes: ["mine", "mine, hidden"],
        inserts: {
          row: {
            user_id: me.id,
            title: "New",
            video_url: "https://example.org/new.mp4",
            video_type: "mp4",
            thumbnail_url: null,
            is_primary: false,
            display_order: 1,
            is_visible: true,
            updated_at: new Date(),
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    press_kits: {
      rows: { mine: me.pressKit, theirs: them.pressKit },
      visitor: { reads: { columns: pressKits, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: pressKits, rows: ["mine", "theirs"] },
        deletes: ["mine"],
        inserts: {
          as: newcomer.id,
          row: {
            user_id: newcomer.id,
            file_name: "new.pdf",
            file_url: uploadAddress("press-kits", newcomer.id, "new.pdf"),
            file_size: 1,
          },
          refused: [{ user_id: admin.id, file_url: uploadAddress("press-kits", admin.id, "new.pdf") }],
        },
      },
    },
    events: {
      rows: {
        mine: me.event,
        "mine, a draft": me.draft,
        theirs: them.event,
        "theirs, a draft": them.draft,
      },
      visitor: { reads: { columns: events, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: events, rows: ["mine", "mine, a draft", "theirs"] },
        updates: { columns: event, rows: ["mine", "mine, a draft"] },
        deletes: ["mine", "mine, a draft"],
        inserts: {
          row: {
            user_id: me.id,
            title: "New",
            description: null,
            event_type: "concert",
            event_date: "2030-01-01",
            event_time: null,
            location: null,
            venue_name: null,
            ticket_url: null,
            is_featured: false,
            is_published: true,
            updated_at: new Date(),
            end_time: null,
            end_date: null,
            time_zone: null,
            cancelled_at: null,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    analytics_settings: {
      rows: { mine: me.id, theirs: them.id },
      key: "user_id",
      musician: {
        reads: { columns: ["user_id", "time_zone"], rows: ["mine"] },
        updates: { columns: ["time_zone"], rows: ["mine"] },
        inserts: {
          row: { user_id: newcomer.id, time_zone: "Europe/Berlin" },
          as: newcomer.id,
          refused: [{ user_id: third.id }],
        },
      },
    },
    analytics_days: {
      rows: { mine: me.id, theirs: them.id },
      key: "user_id",
      musician: {
        reads: { columns: ["user_id", "facet", "day", "kind", "value", "count"], rows: ["mine"] },
      },
    },
    analytics_listening: {
      rows: { mine: me.track.id, theirs: them.track.id },
      key: "track_id",
      musician: { reads: { columns: ["track_id", "day", "user_id", "heard"], rows: ["mine"] } },
    },
    mail_counts: { rows: { "a day's": mailCounter }, key: "counter" },
    analytics_salts: { rows: { "a day's": saltedDay }, key: "day" },
    analytics_visitors: { rows: { mine: me.id, theirs: them.id }, key: "user_id" },
    former_addresses: {
      rows: { mine: me.formerAddress, theirs: them.formerAddress },
      key: "custom_url",
      visitor: { reads: { columns: ["custom_url", "user_id", "given_up_at"], rows: ["mine", "theirs"] } },
      musician: { reads: { columns: ["custom_url", "user_id", "given_up_at"], rows: ["mine", "theirs"] } },
    },
    withdrawn_events: {
      rows: { mine: me.withdrawnEvent, theirs: them.withdrawnEvent },
      visitor: {
        reads: {
          columns: [
            "id",
            "user_id",
            "sequence",
            "event_date",
            "event_time",
            "end_time",
            "end_date",
            "time_zone",
            "withdrawn_at",
          ],
          rows: ["mine", "theirs"],
        },
      },
    },
    fan_comments: {
      rows: {
        mine: me.comment,
        "mine, pending": me.pendingComment,
        theirs: them.comment,
        "theirs, pending": them.pendingComment,
      },
      visitor: {
        reads: { columns: comments, rows: ["mine", "theirs"] },
        inserts: {
          row: { musician_id: me.id, author_name: "A fan", content: "Hello", is_approved: true },
          refused: [{ musician_id: withoutForms.id }, { musician_id: newcomer.id }],
        },
      },
      musician: {
        reads: { columns: [...comments, "hidden_at"], rows: ["mine", "mine, pending", "theirs"] },
        updates: { columns: ["is_approved"], rows: ["mine", "mine, pending"] },
        deletes: ["mine", "mine, pending"],
      },
      // Only what is reported.
      admin: {
        reads: { columns: [...comments, "hidden_at"], rows: ["mine"] },
        updates: { columns: ["hidden_at"], rows: ["mine"] },
      },
    },
    comment_settings: {
      key: "musician_id",
      rows: { mine: me.id, theirs: them.id },
      musician: {
        reads: { columns: ["musician_id", "reviews_all", "blocked_words"], rows: ["mine"] },
        updates: { columns: ["reviews_all", "blocked_words"], rows: ["mine"] },
        inserts: {
          as: newcomer.id,
          row: { musician_id: newcomer.id, reviews_all: true, blocked_words: ["word"] },
          refused: [{ musician_id: admin.id }],
        },
      },
    },
    booking_requests: {
      rows: { mine: me.booking, theirs: them.booking },
      visitor: {
        inserts: {
          row: {
            id: "00000000-0000-4000-8000-000000000002",
            musician_id: me.id,
            requester_name: "A promoter",
            requester_email: "promoter@example.org",
            requester_phone: null,
            event_type: "wedding",
            event_date: "2030-01-01",
            event_location: null,
            budget_range: "negotiable",
            message: "Hello",
          },
          refused: [{ musician_id: withoutForms.id }, { musician_id: newcomer.id }],
        },
      },
      musician: {
        reads: {
          columns: [
            "id",
            "musician_id",
            "requester_name",
            "requester_email",
            "requester_phone",
            "event_type",
            "event_date",
            "event_location",
            "budget_range",
            "message",
            "status",
            "is_read",
            "created_at",
            "updated_at",
            "told_status",
            "told_at",
            "told_text",
            "tell_failed_at",
          ],
          rows: ["mine"],
        },
        updates: {
          columns: [
            "status",
            "is_read",
            "updated_at",
            "told_status",
            "told_at",
            "told_text",
            "tell_failed_at",
          ],
          rows: ["mine"],
        },
        deletes: ["mine"],
      },
    },
    newsletter_subscribers: {
      rows: { mine: me.subscriber, theirs: them.subscriber },
      visitor: {
        inserts: {
          row: {
            musician_id: withoutForms.id,
            subscriber_email: "reader@example.org",
            subscriber_name: null,
            source: "artist_page",
          },
          refused: [{ musician_id: newcomer.id }],
        },
      },
      musician: {
        reads: {
          columns: [
            "id",
            "musician_id",
            "subscriber_email",
            "subscriber_name",
            "source",
            "created_at",
            "confirmed_at",
            "unsubscribed_at",
            "bounced_at",
            "consent_note",
            "confirm_sent_at",
          ],
          rows: ["mine"],
        },
        inserts: {
          row: {
            musician_id: me.id,
            subscriber_email: "from-a-file@example.org",
            subscriber_name: null,
            source: "import",
            consent_note: "At the door, in May",
          },
          refused: [{ musician_id: them.id }],
        },
        deletes: ["mine"],
      },
    },
    letters: {
      rows: {
        mine: me.letter,
        theirs: them.letter,
        "mine, a draft": me.draftLetter,
        "theirs, a draft": them.draftLetter,
      },
      visitor: {
        reads: { columns: ["id", "musician_id", "title", "body", "started_at"], rows: ["mine", "theirs"] },
      },
      musician: {
        reads: {
          columns: [
            "id",
            "musician_id",
            "title",
            "body",
            "status",
            "scheduled_for",
            "started_at",
            "finished_at",
            "created_at",
            "updated_at",
          ],
          rows: ["mine", "mine, a draft"],
        },
        updates: {
          columns: ["title", "body", "status", "scheduled_for", "finished_at", "updated_at"],
          rows: ["mine", "mine, a draft"],
        },
        inserts: {
          row: { musician_id: me.id, title: "New", body: "Hello" },
          refused: [{ musician_id: them.id }],
        },
        deletes: ["mine", "mine, a draft"],
      },
    },
    letter_deliveries: {
      rows: {
        mine: me.delivery,
        theirs: them.delivery,
        "mine, in doubt": me.doubtfulDelivery,
        "theirs, in doubt": them.doubtfulDelivery,
      },
      musician: {
        reads: {
          columns: ["id", "letter_id", "subscriber_id", "status"],
          rows: ["mine", "mine, in doubt"],
        },
        updates: { columns: ["status"], rows: ["mine, in doubt"], to: { status: "waiting" } },
      },
    },
    conversations: {
      rows: { ...conversations },
      musician: {
        reads: {
          columns: ["id", "participant_1", "participant_2", "last_message_at", "last_sequence"],
          rows: ["ours", "mine with a third"],
        },
        inserts: {
          row: sorted(me.id, newcomer.id),
          refused: [sorted(them.id, newcomer.id), sorted(me.id, withoutForms.id)],
        },
      },
    },
    messages: {
      rows: { ...messages },
      musician: {
        reads: {
          columns: [
            "id",
            "conversation_id",
            "sender_id",
            "recipient_id",
            "client_id",
            "sequence",
            "content",
            "message_type",
            "is_read",
            "created_at",
          ],
          rows: ["mine to them", "theirs to me", "mine to a third", "a third's to me"],
        },
        updates: { columns: ["is_read"], rows: ["theirs to me", "a third's to me"], to: { is_read: true } },
        inserts: {
          row: {
            conversation_id: conversations.ours,
            sender_id: me.id,
            client_id: "00000000-0000-4000-8000-000000000001",
            content: "Hello",
            message_type: "text",
          },
          refused: [{ sender_id: them.id }, { conversation_id: conversations["theirs with a third"] }],
        },
      },
      // Only what is reported.
      admin: {
        reads: {
          columns: ["id", "sender_id", "content", "hidden_at", "created_at"],
          rows: ["mine to them", "theirs to me"],
        },
        updates: { columns: ["hidden_at"], rows: ["mine to them", "theirs to me"] },
      },
    },
    message_blocks: {
      key: "blocker_id",
      rows: { mine: me.id, theirs: them.id },
      musician: {
        reads: { columns: ["blocker_id", "blocked_id", "created_at"], rows: ["mine"] },
        inserts: {
          row: { blocker_id: me.id, blocked_id: newcomer.id },
          refused: [{ blocker_id: them.id }],
        },
        deletes: ["mine"],
      },
    },
    message_settings: {
      key: "user_id",
      rows: { mine: me.id, theirs: them.id },
      musician: {
        reads: { columns: ["user_id", "hides_email", "mails_new"], rows: ["mine"] },
        updates: { columns: ["hides_email", "mails_new"], rows: ["mine"] },
        inserts: {
          as: newcomer.id,
          row: { user_id: newcomer.id, hides_email: true, mails_new: false },
          refused: [{ user_id: admin.id }],
        },
      },
    },
    message_mails: { key: "recipient_id", rows: { mine: me.id, theirs: them.id } },
    message_attachments: {
      rows: { ...attachments },
      musician: {
        reads: {
          columns: [
            "id",
            "message_id",
            "attachment_type",
            "track_id",
            "file_url",
            "file_name",
            "display_order",
          ],
          rows: ["mine to them", "theirs to me", "mine to a third"],
        },
        inserts: {
          row: {
            message_id: messages["mine to a third"],
            attachment_type: "track",
            track_id: me.track.id,
            file_url: me.track.file_url,
            file_name: me.track.title,
            display_order: 1,
          },
          refused: [
            { message_id: messages["theirs to me"] },
            { message_id: messages["theirs to a third"] },
            { track_id: them.track.id, file_url: them.track.file_url },
            { track_id: me.hiddenTrack.id, file_url: me.hiddenTrack.file_url },
            { track_id: null },
            { file_url: me.hiddenTrack.file_url },
          ],
        },
      },
    },

    warnings: {
      rows: { mine: me.warning, theirs: them.warning },
      musician: {
        reads: { columns: ["id", "user_id", "content", "created_at", "dismissed_at"], rows: ["mine"] },
        updates: { columns: ["dismissed_at"], rows: ["mine"] },
      },
      admin: {
        reads: {
          columns: ["id", "user_id", "content", "created_by", "created_at", "dismissed_at"],
          rows: ["mine", "theirs"],
        },
        inserts: {
          row: { user_id: me.id, content: "Please don't.", created_by: admin.id },
          refused: [{ created_by: me.id }, { created_by: null }],
        },
      },
    },
    reports: {
      rows: { ...reports },
      visitor: {
        inserts: {
          row: { comment_id: them.comment, reason: "Spam" },
          refused: [{ comment_id: them.pendingComment }],
        },
      },
      musician: {
        reads: {
          columns: ["id", "reporter_id", "comment_id", "message_id", "created_at", "resolved_at"],
          rows: ["mine"],
        },
        inserts: {
          row: {
            reporter_id: me.id,
            comment_id: null,
            message_id: messages["a third's to me"],
            reason: "Rude",
          },
          refused: [
            { reporter_id: them.id },
            { reporter_id: null },
            { message_id: messages["mine to a third"] },
            { message_id: messages["a third's to them"] },
            { message_id: null, comment_id: them.pendingComment },
          ],
        },
      },
      admin: {
        reads: {
          columns: [
            "id",
            "reporter_id",
            "comment_id",
            "message_id",
            "reason",
            "created_at",
            "resolved_at",
            "resolved_by",
            "resolution",
          ],
          rows: ["a visitor's", "mine", "theirs"],
        },
        updates: {
          columns: ["resolved_at", "resolved_by", "resolution"],
          rows: ["a visitor's", "mine", "theirs"],
        },
      },
    },
    audit_log: {
      rows: { "an entry": auditEntry },
      isAppendOnly: true,
      admin: {
        reads: {
          columns: ["id", "at", "actor_id", "actor", "action", "target", "details"],
          rows: ["an entry"],
        },
        inserts: {
          row: {
            actor_id: admin.id,
            actor: admin.email,
            action: "role_changed",
            target: me.email,
            details: "admin",
          },
          refused: [{ actor_id: me.id }, { actor_id: null }],
        },
      },
    },
    site_settings: {
      rows: { "the one": "true" },
      admin: {
        reads: {
          columns: ["id", "registration", "reviews_comments", "reviews_links"],
          rows: ["the one"],
        },
        updates: { columns: ["registration", "reviews_comments", "reviews_links"], rows: ["the one"] },
      },
    },
    invitations: {
      rows: { "mine, used": me.invitation, "theirs, used": them.invitation },
      admin: {
        reads: {
          columns: ["id", "note", "created_by", "created_at", "expires_at", "used_at", "used_by"],
          rows: ["mine, used", "theirs, used"],
        },
        inserts: {
          row: {
            token_hash: Buffer.alloc(32, 9),
            note: "For a friend",
            created_by: admin.id,
            expires_at: new Date(Date.now() + 3600_000),
          },
          refused: [{ created_by: me.id }, { created_by: null }],
        },
        deletes: ["mine, used", "theirs, used"],
      },
    },
  };
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString("hex")}`;
}

function sorted(one: string, other: string) {
  return one < other
    ? { participant_1: one, participant_2: other }
    : { participant_1: other, participant_2: one };
}
