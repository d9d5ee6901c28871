import type { Picture } from "../../app/shared/picture.ts";
import type { Config } from "../config.ts";
import type { Reader, Writer } from "../db/database.ts";
import { requireRoom } from "../files/quota.ts";
import type { StoredPicture } from "./images.ts";

/**
 * Writes down what is known of a stored picture, in the transaction that names it. A second time changes nothing, so
 * that taking over an upload may be tried again. When its last row goes, this one goes by itself, and then the files.
 * @throws AppError `too-large` when the musician's library is full
 */
export async function recordPicture(
  tx: Writer,
  config: Pick<Config, "quotaBytes">,
  userId: string,
  picture: StoredPicture,
): Promise<void> {
  const isNew = await recordFacts(tx, userId, picture);
  if (isNew) await requireRoom(tx, config, userId, picture.bytes);
}

/** Writes down what is known of a stored picture that needs no room of a musician's. @returns whether it is new */
export async function recordFacts(
  tx: Writer,
  userId: string,
  { src, ...facts }: StoredPicture,
): Promise<boolean> {
  const added = await tx
    .insertInto("stored_images")
    .values({ url: src, user_id: userId, ...facts })
    .onConflict((conflict) => conflict.column("url").doNothing())
    .returning("url")
    .executeTakeFirst();
  return added !== undefined;
}

/** Those of the addresses that are a stored picture's, with its metadata. */
export async function storedPictures(tx: Reader, addresses: string[]): Promise<Map<string, Picture>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx
    .selectFrom("stored_images")
    .select(["url as src", "width", "height", "widths", "colour"])
    .where("url", "in", addresses)
    .execute();
  return new Map(rows.map((picture) => [picture.src, picture]));
}
