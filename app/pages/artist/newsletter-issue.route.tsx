import { data } from "react-router";
import type { Appearance } from "~/artist-theme/appearance";
import { type AppearanceRow, appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import { IssueBody } from "~/features/newsletter/public";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { todayEnds } from "~/shared/today";
import type { Route } from "./+types/newsletter-issue.route";
import { allowCaching } from "./cache-directive.server";
import { type Introduction, introduction, setDirection } from "./direction.server";
import { leadToPresent } from "./former-address.server";
import { MissingArtist } from "./missing-artist";
import { shortened } from "./page-meta";
import { SidePage } from "./side-page";
import { profileBySlug } from "./statement.server";

interface PublishedIssue extends Introduction {
  userId: string;
  customUrl: string | null;
  appearance: Appearance;
  title: string;
  body: string;
  startedAt: Date;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statement = {
  name: "newsletter-issue-page",
  text: `
    select profile.user_id as "userId", ${introduction}, profile.custom_url as "customUrl",
      ${appearanceColumn} as appearance, title, body, started_at as "startedAt"
    from ${profileBySlug} profile join letters on musician_id = profile.user_id
    where letters.id = $2`,
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { artistSlug, issueId } = params;
  const [row] = uuid.test(issueId)
    ? await db
        .asVisitor()
        .readOnce<Omit<PublishedIssue, "appearance"> & { appearance: AppearanceRow }>(statement, [
          artistSlug,
          issueId,
        ])
    : [];
  if (!row) return data({ issue: null }, { status: 404 });
  const { appearance, ...rest } = row;
  const issue: PublishedIssue = { ...rest, appearance: appearanceOf(appearance) };
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
      isArticle
    >
      <IssueBody body={issue.body} sentAt={issue.startedAt} />
    </SidePage>
  );
}
