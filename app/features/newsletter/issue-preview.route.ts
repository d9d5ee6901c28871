import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/issue-preview.route";
import { issueMail } from "./issue-mail";
import { ownIssue } from "./issue-queries.server";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The issue's HTML as a mail program shows it, to stand in a frame of the musician's screen. */
export async function loader({ params: { issueId }, context }: Route.LoaderArgs) {
  const { db, config, site } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const issue = uuid.test(issueId)
    ? await db.asMusician(userId).read((tx) => ownIssue(tx, userId, issueId))
    : undefined;
  if (!issue) throw new AppError("not-found", "This letter does not exist any more.");
  const { name: siteName } = await site.shown();
  const { html } = issueMail(
    { artistName: issue.artist_name, title: issue.title, body: issue.body, siteName },
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
