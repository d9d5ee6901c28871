import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

export const bookingsExpectations = ({ newcomer, withoutForms }: World, { me, them }: Relation) =>
  ({
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
            language: "de",
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
            "language",
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
  }) satisfies Expectations;
