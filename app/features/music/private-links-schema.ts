import { z } from "zod";
import { msg } from "~/shared/t";
import { requiredLine } from "~/shared/text-fields";

/** How many a musician may have. */
export const linkLimit = 200;
export const nameLimit = 100;
export const tooManyLinks = msg("You can have 200 private links");

/** How long a link holds, in days; 0 for until it is revoked. */
export const terms = {
  "7": msg("7 days"),
  "30": msg("30 days"),
  "90": msg("90 days"),
  "365": msg("1 year"),
  "0": msg("Until you revoke it"),
} as const;
export const usualTerm = "30";

type Target = { track_id: string } | { release_id: string };

/** `track:{id}` or `release:{id}`, as the list to choose from has it. */
const target = z.string().transform((text, context): Target => {
  const [kind, id] = text.split(":");
  if (z.uuid().safeParse(id).success && id !== undefined) {
    if (kind === "track") return { track_id: id };
    if (kind === "release") return { release_id: id };
  }
  context.addIssue({ code: "custom", message: msg("Please choose a track or a release") });
  return z.NEVER;
});

const days = z
  .custom<keyof typeof terms>(
    (value) => typeof value === "string" && Object.hasOwn(terms, value),
    msg("Please choose how long it holds"),
  )
  .transform(Number);

export const linkName = requiredLine(msg("Please say whom it is for"), nameLimit);

export const newLinkSchema = z.object({
  name: linkName,
  target,
  days,
});

export type NewPrivateLink = z.output<typeof newLinkSchema>;

/** The forms of the screen, by their `intent`. */
export const privateLinkActionSchema = z.discriminatedUnion("intent", [
  newLinkSchema.extend({ intent: z.literal("add-private-link") }),
  z.object({ intent: z.literal("revoke-private-link"), id: z.uuid() }),
]);

export type PrivateLinkAction = z.output<typeof privateLinkActionSchema>;

export const linksFailure = msg("Failed to load your private links");
export const targetGone = msg("This track or release does not exist any more.");
