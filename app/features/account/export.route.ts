import { createReadableStreamFromReadable } from "@react-router/node";
import { exportAccount } from "#server/backup/export.ts";
import { attachment } from "#server/http/attachment.ts";
import { limitKey } from "#server/http/limits.ts";
import { servicesContext, visitContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/export.route";
import { exportsOfOne } from "./export-limit.server.ts";

/** Everything of the musician's own, as an archive. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { userId } = requireViewer(context);
  await services.limits.spend(exportsOfOne, limitKey(userId));
  const now = new Date();
  return new Response(
    createReadableStreamFromReadable(exportAccount(services, userId, now, context.get(visitContext))),
    {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": attachment(`handbill-${now.toISOString().slice(0, 10)}`, "zip"),
        "Cache-Control": "private, no-store",
      },
    },
  );
}
