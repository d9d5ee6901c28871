import { renderToStaticMarkup } from "react-dom/server";
import { attachment } from "#server/http/attachment.ts";
import { qrCode } from "#server/qr-code.ts";
import { servicesContext } from "~/services.server";
import { addressOnPaper } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { QrPicture } from "~/ui/qr-picture";
import type { Route } from "./+types/qr-svg.route";
import { requireHandbill } from "./handbill.server";

/** The QR code of the musician's own page, as a drawing of any size. @throws AppError `not-found` without a profile */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(servicesContext).config;
  const { artistName, path } = await requireHandbill(context);
  const qr = qrCode(addressOnPaper(origin, path));
  const svg = renderToStaticMarkup(<QrPicture qr={qr} label={`${origin}${path}`} />);
  return new Response(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'), {
    headers: {
      "Content-Type": "image/svg+xml",
      "Content-Disposition": attachment(t("{artist} QR code", { artist: artistName }), "svg"),
      "Cache-Control": "private, no-store",
    },
  });
}
