import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/custom-url.route";
import { customUrlIsFree } from "./queries.server";
import { customUrlProblem } from "./schema";

/** `GET /profile/custom-url?url=…`: may the signed-in musician have it? Asked while it is being typed. [2 §5] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const customUrl = new URL(request.url).searchParams.get("url") ?? "";
  const isFree =
    customUrl !== "" &&
    customUrlProblem(customUrl) === undefined &&
    (await db.asMusician(userId).read((tx) => customUrlIsFree(tx, customUrl, userId)));
  return Response.json({ isFree }, { headers: { "Cache-Control": "no-store" } });
}
