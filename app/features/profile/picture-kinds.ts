import { msg, t } from "~/shared/t";
import type { CropShares, Size } from "./crop.ts";

/** The profile's two pictures. */
export const pictureKindNames = ["avatar", "cover"] as const;
export type PictureKind = (typeof pictureKindNames)[number];

interface PictureKindFacts {
  label: string;
  /** Pixels of the file that is made of it. [2 §5] */
  frame: Size;
  /** The profile's column that holds its address. [2 §4 Image save flow] */
  column: "avatar_url" | "cover_image";
}

export const pictureKinds = {
  avatar: { label: msg("Profile picture"), frame: { width: 400, height: 400 }, column: "avatar_url" },
  cover: { label: msg("Cover image"), frame: { width: 1200, height: 600 }, column: "cover_image" },
} as const satisfies Record<PictureKind, PictureKindFacts>;

/** What a picture was cut from, which only its owner sees, and the part that shows. */
export interface KeptOriginal {
  src: string;
  shares: CropShares;
}

/** Quality of the JPEG. [2 §9] */
export const jpegQuality = 0.9;

// The texts of saving one. [2 §8]
export const missingPictureText = msg("Missing user or original image file");
export const uploadFailedText = msg("Upload failed");
export const savedText = (kind: PictureKind) =>
  t(kind === "avatar" ? "Profile picture updated successfully!" : "Cover image updated successfully!");
export const notUpdatedText = (kind: PictureKind) =>
  t(kind === "avatar" ? "Failed to update profile picture" : "Failed to update cover image");
export const deletedText = (kind: PictureKind) =>
  t(kind === "avatar" ? "Profile picture deleted" : "Cover image deleted");
export const notDeletedText = (kind: PictureKind) =>
  t(kind === "avatar" ? "Failed to delete profile picture" : "Failed to delete cover image");
export const notSavedText = (kind: PictureKind, reason: string) =>
  t(kind === "avatar" ? "Failed to save avatar: {reason}" : "Failed to save cover: {reason}", { reason });
export const replacedMeanwhileText = msg(
  "This picture has been replaced or deleted meanwhile. Please close this and look again.",
);
// What is kept of one.
export const keptText = msg("The whole picture is kept, for you alone, so that you can move it.");
export const partText = msg(
  "Only the part that shows was kept. To show more of it, choose the picture again.",
);
export const profileFirstText = msg("Please save your profile with an artist name first.");
