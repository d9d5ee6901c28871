import { z } from "zod";
import { servicesContext } from "~/services.server";
import type { Route } from "./+types/oembed.route";
import { oembedOf } from "./oembed.server";

const pixels = z.coerce.number().int().positive().catch(Number.POSITIVE_INFINITY);
const asked = z.object({
  url: z.string().max(2048).catch(""),
  maxwidth: pixels,
  maxheight: pixels,
  format: z.string().default("json"),
});

/** Any site's script may ask. */
const headers = { "Access-Control-Allow-Origin": "*" };
const refusal = (status: number, text: string) => new Response(text, { status, headers });

/** What another site needs to show a page of ours, as oEmbed 1.0 in JSON. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { url, maxwidth, maxheight, format } = asked.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (format !== "json") return refusal(501, "There is JSON alone.");
  const room = { maxWidth: maxwidth, maxHeight: maxheight };
  const answer = await oembedOf(context.get(servicesContext), url, room);
  if (answer === "not-found") return refusal(404, "There is nothing to embed at this address.");
  // The word for it in oEmbed: a link is to be shown instead.
  if (answer === "off") return refusal(401, "Its artist lets no other site show it.");
  return Response.json(answer, { headers });
}
