import { z } from "zod";
import { msg } from "~/shared/t";
import { timeZoneField } from "~/shared/time-zone";
import { trackParts } from "./kinds.ts";

const address = z
  .string()
  .max(2048)
  .refine((text) => text.isWellFormed() && !text.includes("\0"));

const reported = z.union([
  z.tuple([z.literal("views")]),
  z.tuple([z.literal("plays"), z.uuid()]),
  z.tuple([
    z.literal("heard"),
    z.uuid(),
    z
      .array(
        z
          .int()
          .min(0)
          .max(trackParts - 1),
      )
      .max(trackParts),
  ]),
  z.tuple([z.enum(["downloads", "clicks"]), address]),
]);

/** A page's data about a visit. Short names: it goes over slow lines. */
export const visitSchema = z.object({
  /** Where the page's link was found, as far as the browser reports it; and the link's own parameter. */
  from: z.string().max(2048),
  tag: z.string().max(200),
  /** Can the screen be touched with several fingers? A tablet may call itself a desktop. */
  touch: z.boolean(),
});

/** A page's report about itself. */
export const reportSchema = visitSchema.extend({
  /** The artist of the page. */
  artist: z.uuid(),
  /** The private link that led to it. */
  link: z.uuid().optional(),
  events: z.array(reported).min(1).max(20),
});
export type Report = z.output<typeof reportSchema>;

/** The musician's own choice; or what the first of their devices reports. */
export const timeZoneActionSchema = z.object({
  time_zone: timeZoneField,
  intent: z.enum(["set-time-zone", "set-first-time-zone"]),
});

export const loadFailure = msg("Failed to load your numbers. Please try again.");
export const zoneFailure = msg("The time zone could not be changed. Please try again.");
