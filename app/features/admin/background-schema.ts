import { z } from "zod";
import { switchField } from "~/shared/fields";
import { plainLine } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { optionalLine } from "~/shared/text-fields";
import { emptyFileText, imageLimitBytes, imageTooLargeText, notImageText } from "~/shared/upload-limits";
import { webAddressField } from "~/shared/web-address-field";

export const nameLimit = 100;
/** A background is fetched by every visitor: a larger file doesn't belong behind a page. */
export const videoLimitBytes = 50 * 1024 * 1024;
/** On the screen at once. */
export const mostBackgrounds = 200;

const name = optionalLine(nameLimit).transform((name) => name ?? "");
const address = z.union([z.string().trim().length(0), webAddressField]);

/** [1 §5]: an empty name or address is no mistake, but nothing is done. */
export const backgroundSchema = z.object({
  intent: z.literal("save-background"),
  /** Empty for a new one. */
  id: z.union([z.literal(""), z.uuid()]).default(""),
  name,
  type: z.enum(["video", "image"]),
  /** Missing for an uploaded one, whose file stays. */
  url: address.optional(),
  thumbnail_url: address.default("").transform((value) => value || null),
});

export type BackgroundForm = Omit<z.output<typeof backgroundSchema>, "intent">;
export type BackgroundAction = z.output<typeof backgroundActionSchema>;

/** The forms of the manager, by their `intent`. */
export const backgroundActionSchema = z.discriminatedUnion("intent", [
  backgroundSchema,
  z.object({
    intent: z.literal("set-active"),
    id: z.uuid(),
    isOn: switchField,
  }),
  z.object({ intent: z.literal("delete-background"), id: z.uuid() }),
]);

// [1 §8]
export const loadFailure = msg("Failed to load backgrounds");
export const saveFailure = msg("Failed to save background");
export const statusFailure = msg("Failed to update background status");
export const deleteFailure = msg("Failed to delete background");
export const added = msg("Background added successfully!");
export const updated = msg("Background updated successfully!");
export const deleted = msg("Background deleted successfully");

export const notVideoText = msg("Please select a picture or an MP4 video");
export const videoTooLargeText = msg("Video must be smaller than 50MB");

/** Whether a file is taken for a video, by the browser's description of it. */
export function isVideoFile({ name, type }: { name: string; type: string }): boolean {
  return type === "video/mp4" || (type === "" && /\.mp4$/i.test(name));
}

/** The problem of a file, as far as it shows before the upload. */
export function fileProblem(file: { name: string; size: number; type: string }): string | undefined {
  if (file.size === 0) return emptyFileText;
  if (isVideoFile(file)) return file.size > videoLimitBytes ? videoTooLargeText : undefined;
  if (file.type.startsWith("video/")) return notVideoText;
  if (!file.type.startsWith("image/")) return file.type === "" ? notVideoText : notImageText;
  return file.size > imageLimitBytes ? imageTooLargeText : undefined;
}

/** A name for a file that was uploaded without one. */
export function nameOfFile(fileName: string): string {
  return plainLine(fileName.replace(/\.[^.]*$/, ""), nameLimit) || t("Background");
}

/** Is it a file of the site's own store, and no address elsewhere? */
export function isUploaded(url: string): boolean {
  return url.startsWith("/uploads/");
}
