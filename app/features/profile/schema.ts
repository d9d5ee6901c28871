import { z } from "zod";
import { coverSizes } from "~/shared/cover-sizes";
import { slugFrom } from "~/shared/slug";

export const defaultBio = "Tell your story...";
export const bioLimit = 500;

const atMost = (limit: number) => `Please use at most ${limit} characters`;

/** The profile form. An empty custom URL is made from the artist name. [2 §5 Profile save] */
export const profileSchema = z
  .object({
    artist_name: z.string().trim().min(1, "Artist name is required").max(100, atMost(100)),
    bio: z
      .string()
      .trim()
      .max(bioLimit, atMost(bioLimit))
      .transform((bio) => bio || defaultBio),
    location: z
      .string()
      .trim()
      .max(100, atMost(100))
      .transform((location) => location || null),
    custom_url: z
      .string()
      .trim()
      .regex(/^[a-z0-9-]*$/, "Custom URL can only contain lowercase letters, numbers, and hyphens")
      .max(100, atMost(100)),
    cover_image_size: z.enum(coverSizes, { error: "Please choose a cover size" }),
  })
  .transform((profile) => ({
    ...profile,
    // A name without any Latin letter or digit makes none: its page is found by the name itself.
    custom_url: profile.custom_url || slugFrom(profile.artist_name) || null,
  }));

export type ProfileForm = z.output<typeof profileSchema>;

export function takenText(customUrl: string): string {
  return `The custom URL "${customUrl}" is already taken. Please choose a different one.`;
}
