import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/issue-preview.route";
import { previewedIssue } from "./issue-content.server";
import { ownIssue } from "./issue-queries.server";
import { newIssue, unfinishedSchema } from "./issue-schema";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The stored issue's HTML as a mail program shows it, to stand in a frame of the musician's screen; `?dark` in the dark. */
export async function loader({ params: { issueId }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const issue = uuid.test(issueId)
    ? await services.db.asMusician(userId).read((tx) => ownIssue(tx, userId, issueId))
    : undefined;
  if (!issue && issueId !== "new") throw new AppError("not-found", t("This letter does not exist any more."));
  const { html } = await previewedIssue(services, issue ?? { ...newIssue, musician_id: userId });
  return new Response(inTheLight(html, url), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      // The screen around it puts in what is being typed. No script is ever loaded in it, whatever the sandbox allows.
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox allow-same-origin allow-scripts; frame-ancestors 'self'",
    },
  });
}

const look = ownerAction(unfinishedSchema, (services, userId, typed) =>
  previewedIssue(services, { ...typed, musician_id: userId }),
);

/** The same of what is typed, which is stored nowhere. */
export async function action(args: Route.ActionArgs) {
  const answer = await look(args);
  return "html" in answer ? { ...answer, html: inTheLight(answer.html, args.url) } : answer;
}

/** A frame can't be told that it is dark: its mail is. */
const inTheLight = (html: string, { searchParams }: URL) =>
  html.replace("(prefers-color-scheme:dark)", searchParams.has("dark") ? "all" : "not all");
