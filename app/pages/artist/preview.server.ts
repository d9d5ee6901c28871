import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Actor } from "#server/db/database.ts";
import type { DB } from "#server/db/schema.ts";
import { saveSchema as eventSchema } from "~/features/events/schema";
import { photoSchema } from "~/features/gallery/schema";
import { instantsOf, linkSchema } from "~/features/links/schema";
import { paymentLinkSchema } from "~/features/payment-links/schema";
import { socialLinkSchema } from "~/features/social-links/schema";
import { videoSchema } from "~/features/video/schema";
import { type ArtistPage, pageFinder, wholePage } from "./artist.server";

/** The profile of $1, as if the columns in $2 were saved. */
const profile = `(
      select shown.*
      from musician_profiles saved, jsonb_populate_record(saved, $2::jsonb) shown
      where saved.user_id = $1)`;

const withChoices = pageFinder({ name: "artist-page-preview", profile, ...wholePage });

/** The musician's page, as if these columns of the profile were saved. */
export function findPreview(visitor: Actor, userId: string, columns: object): Promise<ArtistPage | null> {
  return withChoices(visitor, [userId, JSON.stringify(columns)]);
}

/**
 * Puts the row in $3 in its stored one's place, or among the others, as if it were saved: the name of a `with` query stands
 * for the table's in all that follows it.
 */
const withTypedRow = (table: keyof DB & string) => `
  with typed as (select $3::jsonb as columns), ${table} as (
    select * from public.${table}
    where user_id = $1 and id <> (select (columns->>'id')::uuid from typed)
    union all
    select laid.* from typed, jsonb_populate_record(
      (select stored from public.${table} stored where user_id = $1 and id = (typed.columns->>'id')::uuid),
      typed.columns) laid)`;

/**
 * A form whose row the preview can show before it is saved.
 * @param schema the one that saves it
 * @param asNew the columns that a new row has beside the form's
 */
function rowForm<Row extends { id?: string | undefined }>(
  name: string,
  table: keyof DB & string,
  schema: z.ZodType<Row>,
  asNew: object = {},
) {
  const find = pageFinder({
    name: `artist-page-preview-${name}`,
    with: withTypedRow(table),
    profile,
    ...wholePage,
  });
  return (visitor: Actor, userId: string, typed: object) => {
    const { data: row } = schema.safeParse(typed);
    if (!row) return findPreview(visitor, userId, {});
    const begun = row.id ? {} : { id: randomUUID(), created_at: new Date(), ...asNew };
    return find(visitor, [userId, "{}", JSON.stringify({ ...row, ...begun, user_id: userId })]);
  };
}

const rowForms = {
  event: rowForm("event", "events", eventSchema),
  link: rowForm(
    "link",
    "page_links",
    linkSchema.transform((link) => ({ ...link, ...instantsOf(link) })),
    {
      is_visible: true,
    },
  ),
  photo: rowForm("photo", "photo_gallery", photoSchema),
  "social-link": rowForm("social-link", "social_links", socialLinkSchema),
  "support-link": rowForm("support-link", "payment_links", paymentLinkSchema, { is_enabled: true }),
  video: rowForm("video", "video_gallery", videoSchema),
};

export const isRowForm = (name: string | undefined): name is keyof typeof rowForms =>
  name !== undefined && Object.hasOwn(rowForms, name);

/** The musician's page, as if this form of a row were saved; as it is where the form couldn't be. */
export function findWithRow(
  visitor: Actor,
  userId: string,
  form: keyof typeof rowForms,
  typed: object,
): Promise<ArtistPage | null> {
  return rowForms[form](visitor, userId, typed);
}
