import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/find.route";
import { findOwn } from "./find.server.ts";
import { wordsLimit } from "./words.ts";

/** What the palette finds for `?words=`, as JSON; nothing for nothing. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const words = (url.searchParams.get("words") ?? "").replaceAll("\0", "").trim().slice(0, wordsLimit);
  const { userId } = requireViewer(context);
  const found = words === "" ? [] : await findOwn(context.get(servicesContext), userId, words);
  return Response.json({ found }, { headers: { "Cache-Control": "no-store" } });
}
