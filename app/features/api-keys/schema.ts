import { z } from "zod";
import { type ApiScope, apiAreaNames } from "~/shared/api-areas";
import { msg, t } from "~/shared/t";
import { requiredLine } from "~/shared/text-fields";

export const nameLimit = 60;
/** Keys that an account may have. */
export const mostKeys = 20;
/** Days that a key may be good for, the usual number first. */
export const lifetimes = [90, 7, 30, 365] as const;
/** Days for which a key is listed that has ended. */
export const endedFor = 30;

const access = z.enum(["none", "read", "write"]).default("none");

/** The forms of the screen, by their `intent`. */
export const keysActionSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("make-key"),
      name: requiredLine(msg("Please give it a name"), nameLimit),
      days: z.coerce
        .number()
        .pipe(z.literal([...lifetimes], msg("Please choose how long it is good for")))
        .default(lifetimes[0]),
      ...areaFields(),
    })
    .transform(({ intent, name, days, ...areas }, context) => {
      const scopes = apiAreaNames.flatMap((area): ApiScope[] => {
        const given = areas[area];
        return given === "none" ? [] : [`${area}:${given}`];
      });
      if (scopes.length === 0) {
        context.addIssue({ code: "custom", path: ["form"], message: t("Please choose what it may do") });
      }
      return { intent, name, days, scopes };
    }),
  z.object({ intent: z.literal("revoke-key"), id: z.uuid() }),
]);

function areaFields() {
  return {
    profile: access,
    music: access,
    events: access,
    gallery: access,
    video: access,
    links: access,
    bookings: access,
    comments: access,
    newsletter: access,
  };
}
