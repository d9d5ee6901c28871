import { z } from "zod";
import { fileDigestField, moment, past } from "~/shared/archived";
import { orderField, switchField } from "~/shared/fields";
import type { FormValues } from "~/shared/forms";
import { platformNames, platformOf, type SocialPlatform } from "~/shared/platforms";
import { translationsField, translationValues } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { isBlank, requiredLine, requiredText, version } from "~/shared/text-fields";
import { timeZoneNamed } from "~/shared/time-zone";
import { webAddressOf } from "~/shared/web-address";
import { zoneText } from "~/shared/zone-names";
import { barcodeOf, isrcOf, noIsrc } from "./codes.ts";
import { linkName } from "./private-links-schema.ts";
import { type Licence, licences, type ReleaseKind, releaseKinds } from "./releases.ts";

/** How many there may be of each: more than a long life makes, and few enough for one screen. */
export const releaseLimits = { releases: 300, tracks: 200, links: 30 };
export const textLimits = { title: 300, description: 5000, credits: 5000, lyrics: 20_000 };

/** What may stand in other languages as well. Lyrics are what is sung. */
export const translatedColumns = {
  track: { lines: { title: textLimits.title }, texts: { credits: textLimits.credits } },
  release: {
    lines: { title: textLimits.title },
    texts: { description: textLimits.description, credits: textLimits.credits },
  },
};

export const tooManyReleases = msg("You can have 300 releases, deleted ones counted in");
export const tooManyTracks = msg("A release can have 200 tracks");
const tooManyLinks = msg("A release can have 30 links");

/** For how long a deleted release can be brought back. */
export const keptDays = 30;

const emptyAsNull = (text: unknown) =>
  text === undefined || (typeof text === "string" && isBlank(text)) ? null : text;
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyAsNull, schema.nullable());
const longText = (limit: number) => optional(requiredText("", limit));

const isKind = (value: unknown): value is ReleaseKind =>
  typeof value === "string" && Object.hasOwn(releaseKinds, value);
const isLicence = (value: unknown): value is Licence =>
  typeof value === "string" && Object.hasOwn(licences, value);

const kind = z.custom<ReleaseKind>(isKind, msg("Please choose a kind"));
const licence = z.custom<Licence>(isLicence, msg("Please choose a licence"));
const title = requiredLine(msg("Please give it a title"), textLimits.title);

const upc = z.string().transform((text, context) => {
  const barcode = barcodeOf(text);
  if ("code" in barcode) return barcode.code;
  context.addIssue({ code: "custom", message: barcode.problem });
  return z.NEVER;
});

const isrc = z.string().transform((text, context) => {
  const code = isrcOf(text);
  if (code) return code;
  context.addIssue({ code: "custom", message: noIsrc });
  return z.NEVER;
});

const timeZone = timeZoneNamed(msg("Please choose a time zone"));

const day = z.iso
  .date(msg("Please enter a date"))
  // The calendar of the database ends later, but no form is meant for it.
  .refine((date) => date >= "1900" && date < "2200", msg("Please enter a date between 1900 and 2199"));

export interface ReleaseLink {
  platform: SocialPlatform;
  url: string;
}

/** The service that a pasted address belongs to; any other address is a website. */
export function linkOf(url: string): ReleaseLink {
  return { platform: platformOf(url) ?? "website", url };
}

/** One address on each line, in the order in which they are shown. */
const links = z
  .string()
  .default("")
  .transform((text, context) => {
    const lines = text.split("\n").filter((line) => !isBlank(line));
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (lines.length > releaseLimits.links) return refuse(tooManyLinks);
    const found: ReleaseLink[] = [];
    for (const line of lines) {
      const url = webAddressOf(line);
      if (!url) return refuse(t("“{text}” is no address", { text: line.trim().slice(0, 80) }));
      if (found.some((link) => link.url === url))
        return refuse(t("{address} stands there twice", { address: url.slice(0, 80) }));
      found.push(linkOf(url));
    }
    return found;
  });

const id = z.uuid();

export const newReleaseSchema = z.object({ title, kind });

/** What is said of a release. Its tracks, its cover and its publication have forms of their own. */
export const releaseSchema = z.object({
  id,
  title,
  kind,
  description: longText(textLimits.description),
  credits: longText(textLimits.credits),
  translations: translationsField(translatedColumns.release),
  licence,
  upc: optional(upc),
  release_date: optional(day),
  time_zone: timeZone,
  links,
  version,
});

export type ReleaseForm = z.output<typeof releaseSchema>;

/** A release as its form holds it. */
export function releaseValues(
  release: Pick<ReleaseForm, Exclude<keyof ReleaseForm, "id" | "version">>,
): FormValues {
  return {
    title: release.title,
    kind: release.kind,
    description: release.description ?? "",
    credits: release.credits ?? "",
    ...translationValues(release.translations, translatedColumns.release),
    licence: release.licence,
    upc: release.upc ?? "",
    release_date: release.release_date ?? "",
    time_zone: zoneText(release.time_zone),
    links: release.links.map(({ url }) => url).join("\n"),
  };
}

const later = z
  .string()
  .default("")
  .transform((text, context) => {
    const at = new Date(text);
    if (at.getTime() > Date.now() && at.getTime() < Date.now() + 2 * 366 * 86_400_000) return at;
    context.addIssue({ code: "custom", message: msg("Please choose a time within the next two years") });
    return z.NEVER;
  });

/** What is said of a track beside its title and its file. */
export const trackDetailsSchema = z.object({
  id,
  lyrics: longText(textLimits.lyrics),
  credits: longText(textLimits.credits),
  translations: translationsField(translatedColumns.track),
  licence,
  isrc: optional(isrc),
  version,
});

export type TrackDetailsForm = z.output<typeof trackDetailsSchema>;

/** A track's details as their form holds them. */
export function trackDetailsValues(
  track: Pick<TrackDetailsForm, "lyrics" | "credits" | "licence" | "isrc" | "translations">,
): FormValues {
  return {
    lyrics: track.lyrics ?? "",
    credits: track.credits ?? "",
    ...translationValues(track.translations, translatedColumns.track),
    licence: track.licence,
    isrc: track.isrc ?? "",
  };
}

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, msg("This is no address"))
  .max(100);
const place = z.int().min(1).max(2_147_483_647);
const address = z.string().refine((url) => webAddressOf(url) === url, msg("Please enter a valid URL"));

/** What an account's archive brings of each table's rows. */
export const archived = {
  music_tracks: z.object({
    slug: slug.optional(),
    ...trackDetailsSchema.omit({ id: true, version: true, licence: true }).shape,
    licence: licence.optional(),
    source_digest: fileDigestField.optional(),
  }),
  releases: releaseSchema.omit({ id: true, version: true, links: true }).extend({
    slug: slug.optional(),
    published_at: moment.optional(),
    deleted_at: past.optional(),
    created_at: past.optional(),
    updated_at: past.optional(),
  }),
  release_tracks: z.object({ position: place, is_early: z.boolean(), is_hidden_with: z.boolean() }),
  release_links: z.object({
    position: place,
    platform: z.custom<SocialPlatform>(
      (value) => typeof value === "string" && Object.hasOwn(platformNames, value),
      msg("Please choose a platform"),
    ),
    url: address,
  }),
  private_links: z.object({
    name: linkName,
    expires_at: moment.optional(),
    created_at: past.optional(),
  }),
  former_music_slugs: z.object({ kind: z.enum(["track", "release"]), slug }),
};

const track = z.uuid();

const restore = z.object({ intent: z.literal("restore-release"), id });

/** The forms of the list of releases, by their `intent`. */
export const releasesActionSchema = z.discriminatedUnion("intent", [
  newReleaseSchema.extend({ intent: z.literal("new-release") }),
  restore,
  z.object({ intent: z.literal("purge-release"), id }),
]);

export type ReleasesAction = z.output<typeof releasesActionSchema>;

/** The forms of a release's own screen, by their `intent`. */
export const releaseActionSchema = z.discriminatedUnion("intent", [
  releaseSchema.extend({ intent: z.literal("save-release") }),
  z.object({ intent: z.literal("publish-release"), id }),
  z.object({ intent: z.literal("schedule-release"), id, published_at: later }),
  z.object({ intent: z.literal("unpublish-release"), id }),
  z.object({ intent: z.literal("delete-release"), id }),
  z.object({ intent: z.literal("remove-release-cover"), id }),
  z.object({ intent: z.literal("tell-again"), id }),
  z.object({ intent: z.literal("add-tracks"), id, tracks: orderField }),
  z.object({ intent: z.literal("remove-track"), id, track }),
  z.object({ intent: z.literal("set-early"), id, track, isEarly: switchField }),
  z.object({ intent: z.literal("show-track"), id, track }),
  z.object({ intent: z.literal("reorder-release"), id, order: orderField }),
]);

export type ReleaseAction = z.output<typeof releaseActionSchema>;

export const releasesFailure = msg("Failed to load your releases");
export const releaseLoadFailure = msg("Failed to load this release");
export const releaseSaved = msg("Release saved");
export const releaseSaveFailure = msg("Failed to save the release");
export const releaseActionFailure = msg("That did not work. Please try again.");
export const releaseGone = msg("This release does not exist any more.");
export const detailsSaved = msg("Track details saved");
export const detailsSaveFailure = msg("Failed to save the track's details");
export const tracksReorderFailure = msg("Failed to reorder the release's tracks");
