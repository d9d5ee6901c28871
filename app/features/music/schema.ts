import { z } from "zod";
import { idsField, orderField, switchField } from "~/shared/fields";
import type { ListAsked } from "~/shared/list-asked";
import { plainLine } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { requiredLine } from "~/shared/text-fields";
import {
  audioLimitBytes,
  audioTooLargeText,
  emptyFileText,
  imageLimitBytes,
  imageTooLargeText,
  notAudioText,
  notImageText,
} from "~/shared/upload-limits";

export const audioExtensions = ["mp3", "wav", "m4a", "flac", "ogg"] as const;

/** A file as far as its name, size and claimed type tell. */
interface Announced {
  name: string;
  /** Bytes. */
  size: number;
  type: string;
}

/**
 * The problem of a file as far as its name, size and claimed type tell; undefined when there is none. The browser
 * asks before it sends, the server before it accepts. [2 §5]
 */
export function audioFileProblem(file: Announced): string | undefined {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!file.type.startsWith("audio/") || !audioExtensions.some((known) => known === extension))
    return t(notAudioText);
  if (file.size === 0) return t(emptyFileText);
  if (file.size > audioLimitBytes) return t(audioTooLargeText);
  return undefined;
}

/** The same of a picture that shall be a track's cover. [2 §5 Track cover art] */
export function coverFileProblem(file: Announced): string | undefined {
  if (!file.type.startsWith("image/")) return t(notImageText);
  if (file.size === 0) return t(emptyFileText);
  if (file.size > imageLimitBytes) return t(imageTooLargeText);
  return undefined;
}

/** Cover art is square. Pixels, upright. [2 §5 Track cover art] */
export function squareProblem(width: number, height: number): string | undefined {
  if (width === height) return undefined;
  return t(
    "Cover art must be square format. Your image is {width}x{height}px. Please use a square image (e.g., 400x400px, 800x800px, 1000x1000px).",
    { width, height },
  );
}

export const titleLimit = 300;

/** A track's title until its artist gives it another: the file's name without its extension. [2 §3] */
export function titleFromFileName(name: string): string {
  return plainLine(name.replace(/\.[^.]*$/, ""), titleLimit) || t("Untitled");
}

export const trackIdSchema = z.uuid();

export const trackTitle = requiredLine(msg("Track title is required"), titleLimit);

const id = trackIdSchema;

/** The forms of the library's screen, by their `intent`. */
export const trackActionSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("rename-track"),
    id,
    title: trackTitle,
  }),
  // These two take several tracks as well.
  z.object({ intent: z.literal("set-visibility"), id: idsField, isVisible: switchField }),
  z.object({ intent: z.literal("set-downloads"), id, isEnabled: switchField }),
  z.object({ intent: z.literal("remove-cover"), id }),
  z.object({ intent: z.literal("take-title"), id }),
  z.object({ intent: z.literal("dismiss-title"), id }),
  z.object({ intent: z.literal("take-cover"), id }),
  z.object({ intent: z.literal("dismiss-cover"), id }),
  z.object({ intent: z.literal("delete-track"), id: idsField }),
  z.object({
    intent: z.literal("reorder-tracks"),
    /** Ids with spaces between. */
    order: orderField,
  }),
  z.object({ intent: z.literal("set-playing-on"), isOn: switchField }),
  z.object({ intent: z.literal("set-podcast"), isOn: switchField }),
]);

export type TrackAction = z.output<typeof trackActionSchema>;
export type TrackIntent = TrackAction["intent"];

/** The texts of the toasts. [2 §8] */
export const loadFailure = msg("Failed to load music tracks");
export const uploaded = msg("Track uploaded successfully!");
export const coverUploaded = msg("Cover art uploaded successfully!");
export const uploadFailure = (reason: string) =>
  t("Failed to upload track: {reason}", { reason: reason || t("Unknown error") });
export const coverFailure = (reason: string) =>
  t("Failed to upload cover art: {reason}", { reason: reason || t("Unknown error") });
export const reorderFailure = msg("Failed to reorder tracks");

/** @param copying how far the lighter copy of a lossless track is, or that it couldn't be made */
export function copyingText(copying: { percent: number } | "failed"): string {
  if (copying === "failed") return t("No lighter copy could be made for phones: the original plays");
  return t("Making a lighter copy for phones … {percent} %", { percent: copying.percent });
}

export const filters = {
  all: msg("All tracks"),
  shown: msg("On your page"),
  hidden: msg("Hidden|tracks"),
} as const;
export const orders = {
  own: msg("Your order"),
  title: msg("Title"),
  newest: msg("Newest first"),
  plays: msg("Most played"),
} as const;
export type TracksAsked = ListAsked<keyof typeof filters, keyof typeof orders>;

export const deletedText = (count: number) =>
  t("{count, plural, one {Track deleted} other {# tracks deleted}}", { count });
export const coverRemoved = msg("Cover art removed");

/** The toast's text after a success; undefined where the screen itself shows it well enough. */
export function doneText(intent: TrackIntent, fields: Readonly<Record<string, string>>): string | undefined {
  const texts: Partial<Record<TrackIntent, string>> = {
    "set-visibility": visibilityText(fields.id?.split(" ").length ?? 1, fields.isVisible === "true"),
    "set-downloads":
      fields.isEnabled === "true" ? t("Downloads enabled for track") : t("Downloads disabled for track"),
    "set-playing-on": fields.isOn === "true" ? t("Your tracks play on") : t("Each track ends by itself"),
    "set-podcast":
      fields.isOn === "true" ? t("Your tracks are a podcast") : t("There is no podcast any more"),
    "rename-track": t("Track renamed"),
    "take-title": t("Track renamed"),
    "take-cover": t(coverUploaded),
  };
  return texts[intent];
}

function visibilityText(count: number, isVisible: boolean): string {
  return t(
    isVisible
      ? "{count, plural, one {Track shown} other {# tracks shown}}"
      : "{count, plural, one {Track hidden} other {# tracks hidden}}",
    { count },
  );
}

/** Where the server doesn't give a reason. */
export const failureTexts: Record<TrackIntent, string> = {
  "rename-track": msg("Failed to rename track"),
  "set-visibility": msg("Failed to update track visibility"),
  "set-downloads": msg("Failed to update download settings"),
  "remove-cover": msg("Failed to remove cover art"),
  "take-title": msg("Failed to rename track"),
  "dismiss-title": msg("Failed to dismiss suggestion"),
  "take-cover": msg("Failed to upload cover art: Unknown error"),
  "dismiss-cover": msg("Failed to dismiss suggestion"),
  "delete-track": msg("Failed to delete track"),
  "reorder-tracks": reorderFailure,
  "set-playing-on": msg("Failed to update how your tracks play"),
  "set-podcast": msg("Failed to update your podcast"),
};
