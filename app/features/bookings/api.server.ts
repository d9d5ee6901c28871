import { z } from "zod";
import { idField, nameField, resource, timeField } from "#server/api/resource.ts";
import { executeBookingAction } from "./owner-commands.server";
import { statuses } from "./owner-schema";
import { budgetRanges, eventTypes } from "./schema";

const status = z.enum(statuses);

export const resources = [
  resource({
    path: "bookings",
    area: "bookings",
    name: { one: "booking request", many: "booking requests" },
    about: "What visitors ask by the form on the page. The requester is told of a decision in the dashboard.",
    table: "booking_requests",
    owner: "musician_id",
    row: z.object({
      id: idField,
      requester_name: z.string(),
      requester_email: z.string(),
      requester_phone: z.string().nullable(),
      event_type: nameField(eventTypes),
      event_date: z.iso.date().nullable(),
      event_location: z.string().nullable(),
      budget_range: nameField(budgetRanges).nullable(),
      message: z.string(),
      status,
      is_read: z.boolean(),
      told_status: z.enum(["accepted", "declined"]).nullable(),
      told_at: timeField.nullable(),
      created_at: timeField,
      updated_at: timeField,
    }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("booking_requests")
          .select(["id", "requester_name", "requester_email", "requester_phone", "event_type", "event_date"])
          .select([
            "event_location",
            "budget_range",
            "message",
            "status",
            "is_read",
            "told_status",
            "told_at",
          ])
          .select(["created_at", "updated_at"])
          .where("musician_id", "=", userId),
      ),
    update: {
      body: z.strictObject({ status: status.optional(), is_read: z.literal(true).optional() }),
      async run(services, userId, { id, status: before }, { status, is_read }) {
        if (status !== undefined && status !== before)
          await executeBookingAction(services, userId, { intent: "set-status", id, status });
        if (is_read) await executeBookingAction(services, userId, { intent: "mark-read", id });
      },
    },
    remove: (services, userId, id) =>
      executeBookingAction(services, userId, { intent: "delete-booking", id }),
  }),
];
