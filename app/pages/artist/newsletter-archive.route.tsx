import { data } from "react-router";
import { IssueList } from "~/features/newsletter/public";
import { Section } from "~/public-ui/section";
import { servicesContext } from "~/services.server";
import { artistPath, lettersPath } from "~/shared/artist-address";
import { cursorAt, readCursor } from "~/shared/cursor";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import type { Route } from "./+types/newsletter-archive.route";
import { FeedLinks } from "./feeds/feed-links";
import { MissingArtist } from "./missing-artist";
import { findArchivePage } from "./newsletter-archive.server";
import { allowCaching, leadToPresent, releasesChangeAt, showInReadersLanguage } from "./page-answer.server";
import { SidePage } from "./side-page";
import { Steps } from "./steps";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const before = readCursor(new URL(request.url).searchParams.get("before") ?? "");
  const page = await findArchivePage(db.asVisitor(), params.artistSlug, before);
  if (!page) return data({ page: null }, { status: 404 });
  leadToPresent(request, params.artistSlug, page);
  showInReadersLanguage(context, page);
  allowCaching(context, params.artistSlug, page, todayEnds(), await releasesChangeAt(services, page));
  return data({ page, own: lettersPath(artistPath(page) ?? ""), origin: config.origin });
}

/** The letters that the artist shows to everyone, the newest first. */
export default function NewsletterArchive({ loaderData }: Route.ComponentProps) {
  if (!loaderData.page) return <MissingArtist />;
  const { page, own, origin } = loaderData;
  const { artistName, letters, newer, older } = page;
  return (
    <SidePage
      artist={page}
      origin={origin}
      path={own}
      title={t("Letters")}
      description={t("What {artist} has written to those who listen.", { artist: artistName })}
    >
      <FeedLinks artistName={artistName} artistUrl={`${origin}${artistPath(page)}`} kind="letters" />
      {letters.length === 0 && <meta name="robots" content="noindex" />}
      <Section id="letters" title={t(newer ? "Earlier|letters" : "The latest|letters")}>
        {letters.length > 0 ? (
          <IssueList issues={letters} archivePath={own} />
        ) : (
          <p className="text-muted">
            {t(newer ? "There are no older letters." : "No letter has been published yet.")}
          </p>
        )}
        <Steps
          label={t("Pages of letters")}
          newer={
            newer && {
              href: newer === "first" ? own : `${own}?before=${cursorAt(newer)}`,
              text: t("Newer letters"),
            }
          }
          older={older && { href: `${own}?before=${cursorAt(older)}`, text: t("Older letters") }}
        />
        <a href={`${artistPath(page)}#newsletter`} className="side-more">
          {t("Get the next one by mail|letter")}
        </a>
      </Section>
    </SidePage>
  );
}
