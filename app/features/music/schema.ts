import { z } from "zod";
import { idsField, orderField, switchField } from "~/shared/fields";
import type { ListAsked } from "~/shared/list-asked";
import { plainLine } from "~/shared/plain-text";
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
    return notAudioText;
  if (file.size === 0) return emptyFileText;
  if (file.size > audioLimitBytes) return audioTooLargeText;
  return undefined;
}

/** The same of a picture that shall be a track's cover. [2 §5 Track cover art] */
export function coverFileProblem(file: Announced): string | undefined {
  if (!file.type.startsWith("image/")) return notImageText;
  if (file.size === 0) return emptyFileText;
  if (file.size > imageLimitBytes) return imageTooLargeText;
  return undefined;
}

/** Cover art is square. Pixels, upright. [2 §5 Track cover art] */
export function squareProblem(width: number, height: number): string | undefined {
  if (width === height) return undefined;
  return `Cover art must be square format. Your image is ${width}x${height}px. Please use a square image (e.g., 400x400px, 800x800px, 1000x1000px).`;
}

export const titleLimit = 300;

/** A track's title until its artist gives it another: the file's name without its extension. [2 §3] */
export function titleFromFileName(name: string): string {
  return plainLine(name.replace(/\.[^.]*$/, ""), titleLimit) || "Untitled";
}

export const trackIdSchema = z.uuid();

export const trackTitle = requiredLine("Track title is required", titleLimit);

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
export const loadFailure = "Failed to load music tracks";
export const uploaded = "Track uploaded successfully!";
export const coverUploaded = "Cover art uploaded successfully!";
export const uploadFailure = (reason: string) => `Failed to upload track: ${reason || "Unknown error"}`;
export const coverFailure = (reason: string) => `Failed to upload cover art: ${reason || "Unknown error"}`;
export const reorderFailure = "Failed to reorder tracks";

/** @param copying how far the lighter copy of a lossless track is, or that it couldn't be made */
export function copyingText(copying: { percent: number } | "failed"): string {
  if (copying === "failed") return "No lighter copy could be made for phones: the original plays";
  return `Making a lighter copy for phones … ${copying.percent} %`;
}

export const filters = { all: "All tracks", shown: "On your page", hidden: "Hidden" } as const;
export const orders = {
  own: "Your order",
  title: "Title",
  newest: "Newest first",
  plays: "Most played",
} as const;
export type TracksAsked = ListAsked<keyof typeof filters, keyof typeof orders>;

export const deletedText = (count: number) => (count === 1 ? "Track deleted" : `${count} tracks deleted`);
export const coverRemoved = "Cover art removed";

/** The toast's text after a success; undefined where the screen itself shows it well enough. */
export function doneText(intent: TrackIntent, fields: Readonly<Record<string, string>>): string | undefined {
  const texts: Partial<Record<TrackIntent, string>> = {
    "set-visibility": visibilityText(fields.id?.split(" ").length ?? 1, fields.isVisible === "true"),
    "set-downloads":
      fields.isEnabled === "true" ? "Downloads enabled for track" : "Downloads disabled for track",
    "set-playing-on": fields.isOn === "true" ? "Your tracks play on" : "Each track ends by itself",
    "set-podcast": fields.isOn === "true" ? "Your tracks are a podcast" : "There is no podcast any more",
    "rename-track": "Track renamed",
    "take-title": "Track renamed",
    "take-cover": coverUploaded,
  };
  return texts[intent];
}

function visibilityText(count: number, isVisible: boolean): string {
  const what = isVisible ? "shown" : "hidden";
  return count === 1 ? `Track ${what}` : `${count} tracks ${what}`;
}

/** Where the server doesn't give a reason. */
export const failureTexts: Record<TrackIntent, string> = {
  "rename-track": "Failed to rename track",
  "set-visibility": "Failed to update track visibility",
  "set-downloads": "Failed to update download settings",
  "remove-cover": "Failed to remove cover art",
  "take-title": "Failed to rename track",
  "dismiss-title": "Failed to dismiss suggestion",
  "take-cover": coverFailure(""),
  "dismiss-cover": "Failed to dismiss suggestion",
  "delete-track": "Failed to delete track",
  "reorder-tracks": reorderFailure,
  "set-playing-on": "Failed to update how your tracks play",
  "set-podcast": "Failed to update your podcast",
};
