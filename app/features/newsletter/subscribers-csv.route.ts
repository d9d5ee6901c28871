import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/subscribers-csv.route";
import { subscribersCsv } from "./queries.server";

/** The musician's subscribers as a file. */
export function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const pieces = subscribersCsv(db.asMusician(userId), userId);
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
