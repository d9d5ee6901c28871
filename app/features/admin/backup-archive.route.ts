import type { ReadStream } from "node:fs";
import { z } from "zod";
import { AppError } from "#server/errors.ts";
import { attachment } from "#server/http/attachment.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/backup-archive.route";
import { requireAdmin } from "./actor.server.ts";
import { openArchive } from "./backups.server.ts";

/** An archive, by a link that is good once. The account must be an admin's all the same. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const id = z.uuid().safeParse(params.backupId);
  // A HEAD request would use the link up.
  if (!id.success || request.method !== "GET") throw new AppError("not-found", t("There is no such backup."));
  const secret = url.searchParams.get("secret") ?? "";
  const services = context.get(servicesContext);
  const { name, bytes, stream } = await openArchive(services, admin, id.data, secret);
  services.log.warn({ userId: admin.userId, backup: id.data }, "a backup is being downloaded");
  return new Response(streamed(stream), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(bytes),
      "Content-Disposition": attachment(name, "zip"),
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}

/** The file piece by piece, as fast as the browser takes it. */
function streamed(file: ReadStream): ReadableStream<Uint8Array> {
  const pieces = file[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      file.destroy();
    },
  });
}
