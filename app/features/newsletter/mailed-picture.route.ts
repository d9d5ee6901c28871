import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { AppError } from "#server/errors.ts";
import { mayReadFile } from "#server/http/stored-files.ts";
import { jpegOf } from "#server/media/images.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/mailed-picture.route";

/** A hundred readers open a mail in the same minute. */
const made = new LRUCache<string, Promise<Buffer>>({ max: 40, ttl: 600_000 });

/** A stored picture as a mail program takes it, to those who may see its row. @throws AppError `not-found` */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, storage } = context.get(servicesContext);
  const path = `${params.folder}/${params.userId}/${params.name.replace(/\.jpg$/, ".webp")}`;
  const address = `/uploads/${path}`;
  const missing = new AppError("not-found", t("This picture does not exist."));
  if (!params.name.endsWith(".jpg")) throw missing;
  const isPublic = await mayReadFile(db.asVisitor(), address);
  if (!isPublic) {
    const viewer = context.get(viewerContext);
    if (!viewer || !(await mayReadFile(db.asMusician(viewer.userId), address))) throw missing;
  }
  const making = made.get(path) ?? storage.read(path).then(async (bytes) => jpegOf(await buffer(bytes)));
  made.set(path, making);
  const jpeg = await making.catch((error: unknown) => {
    made.delete(path);
    throw error;
  });
  return new Response(new Uint8Array(jpeg), {
    headers: {
      "Content-Type": "image/jpeg",
      // A picture never changes under its address, and goes with its row.
      "Cache-Control": isPublic ? "public, max-age=3600" : "private, no-store",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
