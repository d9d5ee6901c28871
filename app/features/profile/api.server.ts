import { z } from "zod";
import { asFormOf, resource, timeField } from "#server/api/resource.ts";
import { coverSizes } from "~/shared/cover-sizes";
import { saveProfile } from "./commands.server";
import { bioLimit, profileSchema } from "./schema";

const percent = z.int().min(0).max(100);

const written = z.strictObject({
  artist_name: z.string().min(1).max(100),
  bio: z.string().max(bioLimit),
  location: z.string().max(100).nullable(),
  performs_as: z.enum(["solo", "group"]).nullable(),
  page_language: z
    .string()
    .max(20)
    .nullable()
    .meta({ description: "What the artist writes in: a BCP 47 tag." }),
  other_languages: z
    .array(z.string().max(20))
    .max(20)
    .meta({ description: "What else the artist writes in: BCP 47 tags." }),
  custom_url: z
    .string()
    .max(100)
    .nullable()
    .meta({ description: "The last part of the page's address; null makes it from the name." }),
  cover_image_size: z.enum(coverSizes),
  cover_focus_x: percent,
  cover_focus_y: percent,
});

export const resources = [
  resource({
    path: "profile",
    area: "profile",
    name: { one: "profile", many: "profiles" },
    about:
      "The artist's name and words. There is none before the first save in the dashboard. Its two pictures are sent to /upload, as the kinds avatar and cover.",
    isSingle: true,
    table: "musician_profiles",
    owner: "user_id",
    row: written.extend({
      avatar_url: z.string().nullable(),
      cover_image: z.string().nullable(),
      created_at: timeField,
      updated_at: timeField,
    }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("musician_profiles")
          .select([
            "artist_name",
            "bio",
            "location",
            "performs_as",
            "page_language",
            "other_languages",
            "custom_url",
            "cover_image_size",
          ])
          .select(["cover_focus_x", "cover_focus_y", "avatar_url", "cover_image", "created_at", "updated_at"])
          .where("user_id", "=", userId),
      ),
    update: {
      body: written.partial(),
      run(services, userId, stored, changed) {
        const profile = { ...stored, ...changed };
        const form = { ...profile, custom_url: profile.custom_url ?? "" };
        return saveProfile(services, userId, asFormOf(profileSchema, form));
      },
    },
  }),
];
