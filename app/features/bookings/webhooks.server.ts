import type { WebhookEvent } from "#server/features.ts";

/** The request as its musician sees it: it is theirs alone. */
const booking: WebhookEvent = {
  readBy: "owner",
  data: (tx, id) =>
    tx
      .selectFrom("booking_requests")
      .select([
        "id",
        "status",
        "requester_name",
        "requester_email",
        "requester_phone",
        "event_type",
        "event_date",
        "event_location",
        "budget_range",
        "message",
        "created_at",
        "updated_at",
      ])
      .where("id", "=", id)
      .executeTakeFirst(),
};

const deleted: WebhookEvent = { readBy: "owner", data: async (_, id) => ({ id }) };

export const bookingWebhooks = {
  "booking.created": booking,
  "booking.changed": booking,
  "booking.deleted": deleted,
};
