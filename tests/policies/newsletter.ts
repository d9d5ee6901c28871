import { uploadAddress } from "../factories/page.ts";
import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

export const newsletterExpectations = (
  { newcomer, withoutForms, mailCounter }: World,
  { me, them }: Relation,
) =>
  ({
    newsletter_subscribers: {
      rows: { mine: me.subscriber, theirs: them.subscriber },
      visitor: {
        inserts: {
          row: {
            musician_id: withoutForms.id,
            subscriber_email: "reader@example.org",
            subscriber_name: null,
            source: "artist_page",
            language: "de",
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
            "bounce_status",
            "soft_bounces",
            "bounces_known_at",
            "consent_note",
            "confirm_sent_at",
            "release_id",
            "language",
          ],
          rows: ["mine"],
        },
        updates: {
          columns: ["bounced_at", "bounce_status", "soft_bounces", "bounces_known_at"],
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
        mine: me.issue,
        theirs: them.issue,
        "mine, a draft": me.draftIssue,
        "theirs, a draft": them.draftIssue,
        "mine, not in the archive": me.unlistedIssue,
        "theirs, not in the archive": them.unlistedIssue,
      },
      visitor: {
        reads: {
          columns: [
            "id",
            "musician_id",
            "title",
            "body",
            "blocks",
            "started_at",
            "in_archive",
            "translations",
          ],
          rows: ["mine", "theirs"],
        },
      },
      musician: {
        reads: {
          columns: [
            "id",
            "musician_id",
            "title",
            "body",
            "blocks",
            "translations",
            "preheader",
            "look",
            "audience",
            "status",
            "scheduled_for",
            "started_at",
            "finished_at",
            "results",
            "created_at",
            "updated_at",
            "in_archive",
          ],
          rows: ["mine", "mine, a draft", "mine, not in the archive"],
        },
        updates: {
          columns: [
            "title",
            "body",
            "blocks",
            "translations",
            "preheader",
            "look",
            "audience",
            "status",
            "scheduled_for",
            "finished_at",
            "updated_at",
            "in_archive",
          ],
          rows: ["mine", "mine, a draft", "mine, not in the archive"],
        },
        inserts: {
          row: {
            musician_id: me.id,
            title: "New",
            body: "Hello",
            blocks: "[]",
            translations: { de: { title: "Neu" } },
            preheader: "",
            look: "plain",
            audience: "all",
            in_archive: true,
          },
          refused: [{ musician_id: them.id }],
        },
        deletes: ["mine", "mine, a draft", "mine, not in the archive"],
      },
    },
    letter_pictures: {
      rows: {
        mine: me.letterPicture,
        theirs: them.letterPicture,
        "mine, mailed": me.mailedPicture,
        "theirs, mailed": them.mailedPicture,
      },
      visitor: {
        reads: {
          columns: ["id", "user_id", "letter_id", "image_url", "mailed_at"],
          rows: ["mine, mailed", "theirs, mailed"],
        },
      },
      musician: {
        reads: {
          columns: ["id", "user_id", "letter_id", "image_url", "mailed_at", "created_at"],
          rows: ["mine", "mine, mailed"],
        },
        updates: { columns: ["letter_id", "mailed_at"], rows: ["mine", "mine, mailed"] },
        inserts: {
          row: {
            user_id: me.id,
            letter_id: me.draftIssue,
            image_url: uploadAddress("photos", me.id, "new.webp"),
          },
          refused: [
            {
              user_id: them.id,
              letter_id: them.draftIssue,
              image_url: uploadAddress("photos", them.id, "new.webp"),
            },
            { letter_id: them.draftIssue },
          ],
        },
        deletes: ["mine", "mine, mailed"],
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
    mail_counts: { rows: { "a day's": mailCounter }, key: "counter" },
  }) satisfies Expectations;
