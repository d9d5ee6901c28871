import type { Config } from "../config.ts";
import type { Writer } from "../db/database.ts";
import { requireRoom } from "../quota.ts";
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
  { src, ...facts }: StoredPicture,
): Promise<void> {
  const added = await tx
    .insertInto("stored_images")
    .values({ url: src, user_id: userId, ...facts })
    .onConflict((conflict) => conflict.column("url").doNothing())
    .returning("url")
    .executeTakeFirst();
  if (added) await requireRoom(tx, config, userId, facts.bytes);
}
