import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { avifAddress, largestAddress } from "../../app/shared/picture.ts";
import { AppError } from "../errors.ts";
import { scheduleDeletion } from "../files/removal.ts";
import type { Services } from "../services.ts";
import { encodeAvif } from "./images.ts";

/** Covers and portraits as AVIF, each made when a browser first asks for it in that size (decision 0090). */
export interface AvifPictures {
  /**
   * Whether this smaller one is there as AVIF. If not, it is made meanwhile, for those who come later.
   * @throws AppError `unavailable` while the store is away
   */
  has(variant: string): Promise<boolean>;
}

/** So many wait to be made at most; others are made when they are asked for again. */
const mostWaiting = 100;
const triedAgainAfterMs = 60 * 60 * 1000;

export function createAvifPictures({
  db,
  storage,
  log,
}: Pick<Services, "db" | "storage" | "log">): AvifPictures {
  /** Asked for lately, so that none is made twice. */
  const asked = new LRUCache<string, true>({ max: 10_000, ttl: triedAgainAfterMs });
  let waiting = 0;

  async function make(variant: string, avif: string): Promise<void> {
    const largest = largestAddress(variant);
    const width = Number(/-(\d+)w\.webp$/.exec(variant)?.[1]);
    const bytes = await encodeAvif(await buffer(await storage.read(pathOf(largest))), width);
    await storage.put(pathOf(avif), bytes, { contentType: "image/avif" });
    const { rows } = await db
      .asSystem()
      .read((tx) => sql<{ isNamed: boolean }>`select app.may_read_file(${largest}) as "isNamed"`.execute(tx));
    // The picture was deleted meanwhile, maybe before this was stored.
    if (!rows[0]?.isNamed) await scheduleDeletion(db, [pathOf(largest)]);
  }

  return {
    async has(variant) {
      const avif = avifAddress(variant);
      if (!avif) return false;
      if (await storage.head(pathOf(avif))) return true;
      // Nothing is made of a file that isn't there.
      if (asked.has(variant) || waiting >= mostWaiting || !(await storage.head(pathOf(variant))))
        return false;
      asked.set(variant, true);
      waiting++;
      make(variant, avif)
        .catch((error: unknown) => {
          const isGone = error instanceof AppError && error.kind === "not-found";
          if (!isGone) log.warn({ err: error, variant }, "a picture could not be made as AVIF");
        })
        .finally(() => waiting--);
      return false;
    },
  };
}

function pathOf(address: string): string {
  return address.slice("/uploads/".length);
}
