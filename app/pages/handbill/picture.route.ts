import { AppError } from "#server/errors.ts";
import { halftone } from "#server/media/handbill-pictures.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { pictureBytes } from "../artist/picture-bytes.server";
import type { Route } from "./+types/picture.route";
import { requireHandbill } from "./handbill.server";

/** The one that is being drawn; the next waits for it, so that nobody can fill the machine with pictures. */
let drawing: Promise<unknown> = Promise.resolve();

/**
 * The musician's own portrait, else cover, in black dots for paper. Its address names the picture it is made from.
 * @throws AppError `not-found` without one
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { storage } = context.get(servicesContext);
  const { picture } = await requireHandbill(context);
  const bytes = await pictureBytes(storage, picture);
  if (!bytes) throw new AppError("not-found", t("There is no picture."));
  const turn = drawing.then(() => halftone(bytes));
  drawing = turn.catch(() => {});
  return new Response(new Uint8Array(await turn), {
    headers: { "Content-Type": "image/png", "Cache-Control": "private, max-age=86400" },
  });
}
