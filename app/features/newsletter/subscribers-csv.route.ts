import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { chosenField } from "~/shared/chosen";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/subscribers-csv.route";
import { subscribersCsv } from "./queries.server";

/**
 * The musician's subscribers as a file; with `?of=` those alone.
 * @throws AppError `not-found` when that names nothing
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const asked = new URL(request.url).searchParams.get("of");
  const chosen = asked === null ? undefined : chosenField.safeParse(asked);
  if (chosen?.success === false) throw new AppError("not-found", t("This page does not exist."));
  const pieces = subscribersCsv(db.asMusician(userId), userId, chosen?.data);
  const encoder = new TextEncoder();
  // A piece is read when the one before it has been taken.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="subscribers.csv"',
      "Cache-Control": "private, no-store",
    },
  });
}
