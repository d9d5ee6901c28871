import { z } from "zod";
import { orderField, switchField } from "~/shared/fields";
import type { FormValues } from "~/shared/forms";
import { type Translations, translationsField, translationValues } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { requiredLine, version } from "~/shared/text-fields";
import { timeZoneField } from "~/shared/time-zone";
import { emptyFileText, imageLimitBytes, imageTooLargeText, notImageText } from "~/shared/upload-limits";
import { webAddressField } from "~/shared/web-address-field";
import { instantOf, localTimeIn } from "~/shared/zoned-time";

/** As many as a page shows. */
export const linkLimit = 100;
export const titleLimit = 80;
export const tooManyText = () => t("Maximum of {limit} links allowed", { limit: linkLimit });
export const goneText = msg("This link does not exist any more.");

export const saved = msg("Link saved");
export const saveFailure = msg("Failed to save link");
export const deleted = msg("Link deleted");
export const deleteFailure = msg("Failed to delete link");
export const reordered = msg("Links reordered");
export const reorderFailure = msg("Failed to reorder links");
export const shown = msg("Link shown");
export const hidden = msg("Link hidden");
export const showFailure = msg("Failed to update link");
export const sectionShown = msg("Links shown on your page");
export const sectionHidden = msg("Links hidden from your page");
export const sectionFailure = msg("Failed to update your page");
export const pictureSaved = msg("Picture saved");
export const pictureRemoved = msg("Picture removed");
export const pictureRemoveFailure = msg("Failed to remove picture");
export const pictureFailure = (reason: string) => t("Failed to upload picture: {reason}", { reason });
export const loadFailure = msg("Failed to load links");

/** The icons to choose from, by the names they have for the artist. */
export const linkIcons = {
  record: msg("Record|an icon: a disc"),
  headphones: msg("Headphones"),
  shop: msg("Shop|an icon"),
  shirt: msg("Shirt"),
  ticket: msg("Ticket"),
  calendar: msg("Calendar"),
  video: msg("Video"),
  microphone: msg("Microphone"),
  book: msg("Book|an icon"),
  gift: msg("Gift"),
  star: msg("Star"),
  heart: msg("Heart"),
  mail: msg("Letter|an icon: an envelope"),
  download: msg("Download|an icon"),
  link: msg("Link|an icon: a chain"),
} as const;
export type LinkIconName = keyof typeof linkIcons;

export function isIconName(name: unknown): name is LinkIconName {
  return typeof name === "string" && Object.hasOwn(linkIcons, name);
}

const id = z.uuid();

/** The fields that an archive's row holds as a form does. */
export const titleField = requiredLine(msg("Please give it a title"), titleLimit);
export const iconField = z.custom<LinkIconName>(isIconName, msg("Please choose an icon"));

/** As a field of date and time holds it; null where it is empty. */
const localTime = z
  .string()
  .default("")
  .transform((text, context) => {
    if (text === "") return null;
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) && text >= "1900" && text < "2100") {
      if (!Number.isNaN(Date.parse(`${text}Z`))) return text;
    }
    context.addIssue({ code: "custom", message: msg("Please enter a date and a time") });
    return z.NEVER;
  });

/** What of a link may stand in other languages as well. */
export const translatedColumns = { lines: { title: titleLimit } };

const fields = {
  /** Without one, it is a link to add. */
  id: id.optional(),
  title: titleField,
  translations: translationsField(translatedColumns),
  url: webAddressField,
  icon: z.preprocess((name) => (name === "" ? null : name), iconField.nullable().default(null)),
  shown_from: localTime,
  shown_until: localTime,
  /** The one in which these times were read and typed. */
  time_zone: timeZoneField,
  version,
};

interface Times {
  shown_from: string | null;
  shown_until: string | null;
  time_zone: string;
}

/** The instants that a link's times mean. */
export function instantsOf({ shown_from, shown_until, time_zone }: Times) {
  const instant = (local: string | null) => {
    const [day, time] = local?.split("T") ?? [];
    return day && time ? new Date(instantOf(day, time, time_zone)) : null;
  };
  return { shown_from: instant(shown_from), shown_until: instant(shown_until) };
}

interface StoredLink {
  title: string;
  translations?: Translations | undefined;
  url: string;
  icon: string | null;
  shown_from: Date | null;
  shown_until: Date | null;
}

/** A link as its form holds it, with times by the clocks of this zone. */
export function linkValues(link: StoredLink, timeZone: string): FormValues {
  const { title, url, icon, shown_from, shown_until } = link;
  const local = (at: Date | null) => (at ? localTimeIn(timeZone, at) : "");
  return {
    ...{ title, url, icon: icon ?? "" },
    ...translationValues(link.translations, translatedColumns),
    ...{ shown_from: local(shown_from), shown_until: local(shown_until) },
  };
}

const endsLater = [
  (times: Times) => {
    const { shown_from, shown_until } = instantsOf(times);
    return shown_from === null || shown_until === null || shown_from < shown_until;
  },
  { path: ["shown_until"], error: msg("It has to end after it begins") },
] satisfies [unknown, unknown];

/** A link to add, or with an id, one to change. */
export const linkSchema = z.object(fields).refine(...endsLater);
export type LinkForm = z.output<typeof linkSchema>;

/** The forms of the screen, by their `intent`. */
export const linkActionSchema = z.discriminatedUnion("intent", [
  z.object({ ...fields, intent: z.literal("save-link") }).refine(...endsLater),
  z.object({ intent: z.literal("show-link"), id, shown: switchField }),
  z.object({ intent: z.literal("delete-link"), id }),
  z.object({ intent: z.literal("remove-link-picture"), id }),
  z.object({ intent: z.literal("reorder-links"), order: orderField }),
  z.object({ intent: z.literal("show-links"), shown: switchField }),
]);
export type LinkAction = z.output<typeof linkActionSchema>;

/** Why a chosen file can't be a link's picture; undefined when it may be one. Its content is looked at later. */
export function pictureProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!type.startsWith("image/")) return t(notImageText);
  if (size === 0) return t(emptyFileText);
  return size > imageLimitBytes ? t(imageTooLargeText) : undefined;
}
