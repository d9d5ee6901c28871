import { data } from "react-router";
import { pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import { IssueBody } from "~/features/newsletter/public";
import { publishedIssuePart } from "~/features/newsletter/public.server";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { todayEnds } from "~/shared/today";
import type { Route } from "./+types/newsletter-issue.route";
import { MissingArtist } from "./missing-artist";
import { allowCaching, leadToPresent, setDirection } from "./page-answer.server";
import { shortened } from "./page-meta";
import { sideColumns } from "./side-columns.server";
import { SidePage } from "./side-page";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statement = pageStatement("newsletter-issue-page", profileBySlug, {
  ...sideColumns,
  issue: publishedIssuePart,
});

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { artistSlug, issueId } = params;
  const [found] = uuid.test(issueId) ? await db.asVisitor().readOnce(statement, [artistSlug, issueId]) : [];
  if (!found?.issue) return data({ issue: null }, { status: 404 });
  const { appearance, issue: published, ...rest } = found;
  const issue = {
    ...rest,
    ...published,
    startedAt: new Date(published.startedAt),
    appearance: appearanceOf(appearance),
  };
  leadToPresent(request, artistSlug, issue);
  allowCaching(context, artistSlug, issue, todayEnds());
  setDirection(context, issue);
  return data({ issue, own: `${artistPath(issue)}/letters/${issueId}`, origin: config.origin });
}

/** A newsletter issue that has been sent, to be read on the web. */
export default function NewsletterIssuePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.issue) return <MissingArtist />;
  const { issue, own, origin } = loaderData;
  return (
    <SidePage
      artist={issue}
      origin={origin}
      path={own}
      title={issue.title}
      description={shortened(issue.body)}
      publishedAt={issue.startedAt}
    >
      <IssueBody body={issue.body} sentAt={issue.startedAt} />
    </SidePage>
  );
}
