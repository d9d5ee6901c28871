import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { storedPictures } from "#server/media/stored-pictures.ts";
import type { Picture } from "~/shared/picture";
import { linkLimit } from "./schema";

/** The days whose clicks stand beside a link, today's counted in. */
const days = 28;

/** All of the musician's links in their own order, with those that aren't shown, and whether the page has them at all. */
export async function ownLinks(tx: Reader, userId: string) {
  const rows = await tx
    .with("clicks", (cte) =>
      cte
        .selectFrom("analytics_days")
        .select(({ fn }) => ["value", fn.sum<string>("count").as("clicks")])
        .where("user_id", "=", userId)
        .where("facet", "=", "target")
        .where("kind", "=", "clicks")
        .where("day", ">", sql<string>`app.own_day(${userId}, now()) - ${days}::integer`)
        .groupBy("value"),
    )
    .selectFrom("page_links")
    .leftJoin("clicks", (join) => join.on("value", "=", sql<string>`page_links.id::text`))
    .select([
      "id",
      "title",
      "translations",
      "url",
      "icon",
      "image_url",
      "shown_from",
      "shown_until",
      "is_visible",
    ])
    .select([
      sql<boolean>`coalesce(shown_from <= now(), true)`.as("hasBegun"),
      sql<boolean>`coalesce(shown_until <= now(), false)`.as("isOver"),
      sql<number>`coalesce(clicks, 0)::integer`.as("clicks"),
    ])
    .where("user_id", "=", userId)
    .orderBy("display_order")
    .limit(linkLimit)
    .execute();
  const pictures = await storedPictures(
    tx,
    rows.flatMap(({ image_url }) => image_url ?? []),
  );
  const profile = await tx
    .selectFrom("musician_profiles")
    .select("show_links_section")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    links: rows.map(({ image_url, ...link }) => ({ ...link, picture: pictureOf(image_url, pictures) })),
    /** Null while there is no page. */
    isShown: profile?.show_links_section ?? null,
  };
}

function pictureOf(address: string | null, known: ReadonlyMap<string, Picture>): Picture | null {
  if (address === null) return null;
  return known.get(address) ?? { src: address, width: 320, height: 320, widths: [], colour: "#808080" };
}

export type OwnLink = Awaited<ReturnType<typeof ownLinks>>["links"][number];
