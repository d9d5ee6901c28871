import { data } from "react-router";
import { IssueBody } from "~/features/newsletter/public";
import { servicesContext } from "~/services.server";
import { artistPath, letterPath, lettersPath } from "~/shared/artist-address";
import { inOneLine } from "~/shared/paragraphs";
import { shortened } from "~/shared/shortened";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import type { Route } from "./+types/newsletter-issue.route";
import { EmbeddedData } from "./head";
import { MissingArtist } from "./missing-artist";
import { findIssuePage, issueShown } from "./newsletter-issue.server";
import { allowCaching, leadToPresent, releasesChangeAt, showInReadersLanguage } from "./page-answer.server";
import { SidePage } from "./side-page";
import { Steps } from "./steps";
import { letterData } from "./structured-data.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const { artistSlug, issueId } = params;
  const issue = await findIssuePage(db.asVisitor(), artistSlug, issueId);
  if (!issue) return data({ issue: null }, { status: 404 });
  leadToPresent(request, artistSlug, issue);
  allowCaching(context, artistSlug, issue, todayEnds(), await releasesChangeAt(services, issue));
  const written = issue.body;
  showInReadersLanguage(context, issue);
  const shown = await issueShown(db.asVisitor(), issue, written);
  return data({ issue, shown, issueId, origin: config.origin });
}

/** A newsletter issue that has been sent, to be read on the web: one that isn't in the archive by those with its address. */
export default function NewsletterIssuePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.issue) return <MissingArtist />;
  const { issue, shown, issueId, origin } = loaderData;
  const { older, newer, hasArchive } = issue;
  const artist = artistPath(issue) ?? "";
  const own = letterPath(artist, issueId);
  const description = shortened(inOneLine(issue.body));
  const stepTo = (other: typeof older) => other && { href: letterPath(artist, other.id), text: other.title };
  return (
    <SidePage
      artist={issue}
      origin={origin}
      path={own}
      title={issue.title}
      description={description}
      publishedAt={issue.startedAt}
    >
      {issue.inArchive ? (
        <EmbeddedData data={letterData(issue, { ...issue, description }, origin + own, origin)} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <div className="side-text rounded-box bg-panel px-[min(1rem,5vw)] py-5 md:p-6">
        <IssueBody body={issue.body} sentAt={issue.startedAt} {...shown} />
      </div>
      {(older || newer) && (
        <Steps label={t("Letters before and after")} newer={stepTo(newer)} older={stepTo(older)} />
      )}
      <p className="flex flex-wrap gap-x-6">
        {hasArchive && (
          <a href={lettersPath(artist)} className="side-more">
            {t("All letters")}
          </a>
        )}
        <a href={`${artist}#newsletter`} className="side-more">
          {t("Get the next one by mail|letter")}
        </a>
      </p>
    </SidePage>
  );
}
