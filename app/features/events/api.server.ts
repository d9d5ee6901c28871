import { z } from "zod";
import { asFormOf, idField, nameField, resource, timeField } from "#server/api/resource.ts";
import type { Services } from "#server/services.ts";
import { executeEventAction, saveEvent } from "./commands.server";
import { admissions, eventTypes } from "./public-event.ts";
import { columns } from "./queries.server";
import { limits, saveSchema } from "./schema";

const place = z.string().max(limits.place).nullable();
const time = z.iso.time().nullable();

const written = z.strictObject({
  title: z.string().min(1).max(limits.title),
  event_type: nameField(eventTypes),
  event_date: z.iso.date().meta({ description: "By the clocks of its place. A new one is not in the past." }),
  event_time: time,
  end_date: z.iso.date().nullable(),
  end_time: time,
  time_zone: z.string().max(64).nullable().meta({ description: "An IANA name." }),
  venue_name: place,
  address: place,
  location: place,
  ticket_url: z.string().max(2048).nullable(),
  admission: nameField(admissions),
  description: z.string().max(limits.description).nullable(),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  is_cancelled: z.boolean(),
});

const eventForm = (values: object) => asFormOf(saveSchema, { ...values, intent: "save-event" });
const cancel = (services: Services, userId: string, id: string, isOn: boolean) =>
  executeEventAction(services, userId, { intent: "set-cancelled", id, isOn });

export const resources = [
  resource({
    path: "events",
    area: "events",
    name: { one: "event", many: "events" },
    about: "Concerts and other dates. One that isn't published is a draft, which only its musician sees.",
    table: "events",
    owner: "user_id",
    row: written.extend({ id: idField, created_at: timeField, updated_at: timeField }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("events")
          .select([...columns, "created_at", "updated_at"])
          .select((event) => event("cancelled_at", "is not", null).as("is_cancelled"))
          .where("user_id", "=", userId),
      ),
    create: {
      body: written.partial().required({ title: true, event_type: true, event_date: true }),
      async run(services, userId, { is_cancelled, ...values }) {
        const id = await saveEvent(services, userId, eventForm(values));
        if (is_cancelled) await cancel(services, userId, id, true);
        return id;
      },
    },
    update: {
      body: written.partial(),
      async run(services, userId, stored, { is_cancelled, ...changed }) {
        await saveEvent(services, userId, eventForm({ ...stored, ...changed }));
        if (is_cancelled !== undefined && is_cancelled !== stored.is_cancelled) {
          await cancel(services, userId, stored.id, is_cancelled);
        }
      },
    },
    remove: (services, userId, id) =>
      executeEventAction(services, userId, { intent: "delete-event", id: { ids: [id] } }),
  }),
];
