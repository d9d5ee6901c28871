import { z } from "zod";
import { orderField } from "~/shared/fields";
import { plainLine } from "~/shared/plain-text";
import { translationsField } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { requiredLine } from "~/shared/text-fields";
import {
  canonicalVideo,
  overHttps,
  parseVideoAddress,
  type VideoType,
  youtubeThumbnail,
} from "~/shared/video-address";
import { notAnAddressText, webAddressOf } from "~/shared/web-address";

/** The name of each type, in the order they are offered. [2 §9] */
export const videoTypes: Readonly<Record<VideoType, string>> = {
  youtube: "YouTube",
  vimeo: "Vimeo",
  mp4: "MP4",
};

/** As many as the artist page shows. */
export const videoLimit = 100;
export const titleLimit = 200;

export const loadFailure = msg("Failed to load videos");
export const saveFailure = msg("Failed to save video");
export const deleteFailure = msg("Failed to delete video");
export const visibilityFailure = msg("Failed to update video visibility");
export const primaryFailure = msg("Failed to set primary video");
export const reorderFailure = msg("Failed to reorder videos");
export const saved = msg("Video saved");
export const deleted = msg("Video deleted");
export const shown = msg("Video shown");
export const hidden = msg("Video hidden");
export const primarySet = msg("Primary video updated");
export const tooManyText = msg("Maximum of 100 videos allowed");

/** [2 §5 Video] */
function wrongAddressText(type: VideoType): string {
  return t("Please enter a valid {service} URL", { service: videoTypes[type] });
}

const id = z.uuid();
const type = z.custom<VideoType>(
  (value) => typeof value === "string" && Object.hasOwn(videoTypes, value),
  msg("Please choose a video type"),
);
const checkbox = z.literal("on").optional();
const typedAddress = z.object({
  video_type: type,
  video_url: z.string().trim().min(1, msg("Video URL is required")),
});
const thumbnail = z.string().transform((text, context) => {
  if (text.trim() === "") return null;
  const address = overHttps(webAddressOf(text) ?? "");
  if (address) return address;
  context.addIssue({ code: "custom", message: notAnAddressText });
  return z.NEVER;
});

/** What of a video may stand in other languages as well. */
export const translatedColumns = { lines: { title: titleLimit } };

/**
 * A video to add, or with an id, one to change. Its address becomes the one that is stored; without a thumbnail, one of
 * YouTube gets YouTube's own. [2 §5 Video]
 */
export const videoSchema = typedAddress
  .extend({
    intent: z.literal("save-video"),
    id: id.optional(),
    title: requiredLine(msg("Title is required"), titleLimit),
    translations: translationsField(translatedColumns),
    thumbnail_url: thumbnail,
    is_primary: checkbox,
    is_visible: checkbox,
  })
  .refine(({ video_type, video_url }) => canonicalVideo(video_type, video_url) !== undefined, {
    path: ["video_url"],
    error: ({ input }) => wrongAddressText(typedAddress.parse(input).video_type),
    // Whatever else is wrong, so that all problems are reported at once.
    when: ({ value }) => typedAddress.safeParse(value).success,
  })
  .transform(({ video_url, thumbnail_url, is_primary, is_visible, ...video }) => {
    // Refused above where there is none.
    const address = canonicalVideo(video.video_type, video_url) ?? "";
    return {
      ...video,
      video_url: address,
      thumbnail_url: thumbnail_url ?? derivedThumbnail(address),
      is_primary: is_primary === "on",
      is_visible: is_visible === "on",
    };
  });
export type VideoForm = z.output<typeof videoSchema>;

/** The thumbnail of a video that was given none. [2 §5] */
export function derivedThumbnail(address: string): string | null {
  const video = parseVideoAddress(address);
  return video?.provider === "youtube" ? youtubeThumbnail(video.id) : null;
}

/** The forms of the screen, by their `intent`. */
export const videoActionSchema = z.discriminatedUnion("intent", [
  videoSchema,
  z.object({ intent: z.literal("set-primary-video"), id }),
  z.object({ intent: z.literal("show-video"), id, visible: z.stringbool() }),
  z.object({ intent: z.literal("delete-video"), id }),
  z.object({ intent: z.literal("reorder-videos"), order: orderField }),
]);
export type VideoAction = z.output<typeof videoActionSchema>;

/** A title from a file's name, as far as its address holds one: '…/live_set-2026.mp4' is 'live set 2026'. */
export function titleFromAddress(address: string): string | undefined {
  const file = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  if (!/\.mp4$/i.test(file)) return undefined;
  const name = decoded(file.slice(0, -4)).replace(/[-_+\s]+/g, " ");
  return plainLine(name, titleLimit) || undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
