import type { Size } from "./crop.ts";

interface PictureKindFacts {
  label: string;
  /** Pixels of the file that is made of it. [2 §5] */
  frame: Size;
  /** The profile's column that holds its address. [2 §4 Image save flow] */
  column: "avatar_url" | "cover_image";
}

/** The profile's two pictures. */
export const pictureKinds = {
  avatar: { label: "Profile picture", frame: { width: 400, height: 400 }, column: "avatar_url" },
  cover: { label: "Cover image", frame: { width: 1200, height: 600 }, column: "cover_image" },
} as const satisfies Record<string, PictureKindFacts>;

export type PictureKind = keyof typeof pictureKinds;
