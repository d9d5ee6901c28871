import { sql } from "kysely";
import { variantWidths, widthsBelow } from "../../app/shared/picture.ts";
import { AppError } from "../errors.ts";
import { scheduleDeletion } from "../files/removal.ts";
import type { Services } from "../services.ts";
import { storeVariants } from "./images.ts";

const mostAtOnce = 1000;

/**
 * Gives a stored picture the smaller sizes that it lacks, made from its largest. A second time there is nothing to do.
 * The new sizes don't count in the musician's quota: they didn't upload them.
 * @param url the largest's address
 * @throws AppError `unavailable` while the files or the database are out of reach
 */
export async function addSizes(
  { db, storage, log }: Pick<Services, "db" | "storage" | "log">,
  url: string,
): Promise<void> {
  const picture = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("stored_images").select(["width", "widths"]).where("url", "=", url).executeTakeFirst(),
    );
  if (!picture) return;
  const lacking = widthsBelow(picture.width).filter((width) => !picture.widths.includes(width));
  if (lacking.length === 0) return;
  try {
    await storeVariants(storage, pathOf(url), lacking);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    log.warn({ err: error, url }, "a picture could not be given its smaller sizes");
    return;
  }
  const { numUpdatedRows } = await db.asSystem().write((tx) =>
    tx
      .updateTable("stored_images")
      .set({ widths: [...picture.widths, ...lacking].sort((a, b) => a - b) })
      .where("url", "=", url)
      .executeTakeFirst(),
  );
  // The picture was deleted meanwhile, maybe before these were stored.
  if (numUpdatedRows === 0n) await scheduleDeletion(db, [pathOf(url)]);
}

/**
 * Whether a picture has fewer sizes than those below its own width. It is written as the index `stored_images_lacking_sizes_idx` has it:
 * for other words every picture would be read.
 */
export const lacksSizes = sql<boolean>`cardinality(array_remove(widths, 960))
  < width_bucket(width - 1, ${sql.lit(`{${variantWidths.join()}}`)}::integer[])`;

/** Asks for the sizes that pictures of an older Handbill lack, of so many at a time, in no order: none holds others up. */
export async function catchUpSizes({ db }: Pick<Services, "db">): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const { rows } = await sql<{ url: string }>`
      select url from stored_images
      where ${lacksSizes}
        and not exists (
          select from pgboss.job
          where name = 'picture.sizes' and state < 'completed' and data ->> 'url' = stored_images.url)
      order by random()
      limit ${mostAtOnce}`.execute(tx);
    for (const { url } of rows) await tx.enqueue("picture.sizes", { url });
  });
}

function pathOf(url: string): string {
  return url.slice("/uploads/".length);
}
