import { attachment } from "#server/http/attachment.ts";
import { drawQrCode } from "#server/media/handbill-pictures.ts";
import { qrCode } from "#server/qr-code.ts";
import { servicesContext } from "~/services.server";
import { addressOnPaper } from "~/shared/artist-address";
import { t } from "~/shared/t";
import type { Route } from "./+types/qr-png.route";
import { requireHandbill } from "./handbill.server";

/** The QR code of the musician's own page, with pixels enough for a poster. @throws AppError `not-found` without a profile */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(servicesContext).config;
  const { artistName, path } = await requireHandbill(context);
  const png = await drawQrCode(qrCode(addressOnPaper(origin, path)));
  return new Response(new Uint8Array(png), {
    headers: {
      "Content-Type": "image/png",
      "Content-Disposition": attachment(t("{artist} QR code", { artist: artistName }), "png"),
      "Cache-Control": "private, no-store",
    },
  });
}
