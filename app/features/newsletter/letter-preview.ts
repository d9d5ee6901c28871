import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/letter-preview";
import { letterMail } from "./letter-mail";
import { ownLetter } from "./letter-queries.server";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The letter's HTML as a mail program shows it, to stand in a frame of the musician's screen. */
export async function loader({ params: { letterId }, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const letter = uuid.test(letterId)
    ? await db.asMusician(userId).read((tx) => ownLetter(tx, userId, letterId))
    : undefined;
  if (!letter) throw new AppError("not-found", "This letter does not exist any more.");
  const { html } = letterMail(
    { artistName: letter.artist_name, title: letter.title, body: letter.body },
    { page: null, unsubscribe: `${config.origin}/unsubscribe` },
  );
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    },
  });
}
