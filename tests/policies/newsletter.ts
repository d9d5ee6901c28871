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
        mine: me.issue,
        theirs: them.issue,
        "mine, a draft": me.draftIssue,
        "theirs, a draft": them.draftIssue,
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
    mail_counts: { rows: { "a day's": mailCounter }, key: "counter" },
  }) satisfies Expectations;
