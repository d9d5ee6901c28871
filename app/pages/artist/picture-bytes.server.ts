import { buffer } from "node:stream/consumers";
import type { Storage } from "#server/storage/storage.ts";
import { type Picture, variantAddress } from "~/shared/picture";

/** The largest of a picture's smaller sizes, if it has any; null when it can't be read, and the caller does without. */
export async function pictureBytes(storage: Storage, picture: Picture | null): Promise<Uint8Array | null> {
  if (!picture) return null;
  const width = picture.widths.at(-1);
  const address = width ? variantAddress(picture.src, width) : picture.src;
  try {
    return await buffer(await storage.read(address.replace("/uploads/", "")));
  } catch {
    return null;
  }
}
