import { data } from "react-router";
import { CommentFormPart, CommentList, CommentOutcome } from "~/features/comments/public";
import { SwapPart } from "~/public-ui/public-form";
import { Section } from "~/public-ui/section";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { cursorAt, readCursor } from "~/shared/cursor";
import { t } from "~/shared/t";
import type { Route } from "./+types/comments.route";
import { takeOutcome } from "./actions.server";
import { findCommentsPage } from "./comments.server";
import { outcomeAmong, refusedOf } from "./form-state";
import { MissingArtist } from "./missing-artist";
import {
  allowCaching,
  changesAt,
  leadToPresent,
  releasesChangeAt,
  showInReadersLanguage,
} from "./page-answer.server";
import { SidePage } from "./side-page";
import { Steps } from "./steps";

export { artistAction as action } from "./actions.server";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const before = readCursor(new URL(request.url).searchParams.get("before") ?? "");
  const page = await findCommentsPage(db.asVisitor(), params.artistSlug, before);
  if (!page) return data({ page: null }, { status: 404 });
  leadToPresent(request, params.artistSlug, page);
  showInReadersLanguage(context, page);
  const sent = takeOutcome(config, page.userId, request);
  if (sent) return data({ page, origin: config.origin, outcome: sent.outcome }, sent);
  // A track that comes out is named beside the comments on it, and may be the newest.
  const until = [changesAt(page.comments), await releasesChangeAt(services, page)] as const;
  allowCaching(context, params.artistSlug, page, ...until);
  return data({ page, origin: config.origin, outcome: undefined });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** The fans' comments, a page at a time, and the form for a new one on the first page. */
export default function ArtistComments({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.page) return <MissingArtist />;
  const { page, origin, outcome } = loaderData;
  const sent = { refused: actionData?.refused, outcome };
  const became = outcomeAmong(["posted", "pending"], sent);
  const own = `${artistPath(page)}/comments`;
  const last = page.comments.at(-1);
  return (
    <SidePage
      artist={page}
      origin={origin}
      path={own}
      title={t("Comments")}
      description={t("What fans say to {artist}.", { artist: page.artistName })}
    >
      <Section id="comments" title={t(page.newer ? "Earlier|comments" : "The latest|comments")}>
        <SwapPart id="comments-part">
          {!page.newer && (
            <div className="mb-8 grid grid-cols-1 gap-4">
              {became && <CommentOutcome outcome={became} />}
              <CommentFormPart refused={refusedOf("comment", sent)} />
            </div>
          )}
          {page.comments.length > 0 ? (
            <CommentList
              artistName={page.artistName}
              comments={page.comments}
              artistPath={artistPath(page)}
              hasNew={became === "posted"}
            />
          ) : (
            <p className="text-muted">
              {t(page.newer ? "There are no older comments." : "Nobody has written yet.")}
            </p>
          )}
          <Steps
            label={t("Pages of comments")}
            newer={
              page.newer && {
                href: page.newer === "first" ? own : `${own}?before=${cursorAt(page.newer)}`,
                text: t("Newer comments"),
              }
            }
            older={
              page.hasOlder && last
                ? { href: `${own}?before=${cursorAt(last)}`, text: t("Older comments") }
                : null
            }
          />
        </SwapPart>
      </Section>
    </SidePage>
  );
}
