import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const event = [
  "title",
  "description",
  "translations",
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
  "address",
  "admission",
];
const events = ["id", "user_id", "sequence", "created_at", ...event];

export const eventsExpectations = (_: World, { me, them }: Relation) =>
  ({
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
            translations: { de: { title: "Neu" } },
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
            address: null,
            admission: "free",
          },
          refused: [{ user_id: them.id }],
        },
      },
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
  }) satisfies Expectations;
