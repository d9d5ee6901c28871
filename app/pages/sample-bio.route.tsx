import { data } from "react-router";
import { aloneComment } from "~/features/comments/public";
import { commentSchema } from "~/features/comments/schema";
import { answerForm, readForm } from "~/forms.server";
import { cacheContext, servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import type { Route } from "./+types/sample-bio.route";
import { answerVisitor, takeOutcome } from "./artist/actions.server";
import { ArtistContent } from "./artist/artist-content";
import { ArtistHead } from "./artist/head";
import { changesAt, earliest, releasesChangeAt, setDocumentLanguage } from "./artist/page-answer.server";
import { findSamplePage } from "./sample-bio.server";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { page, isCanned, userId } = await findSamplePage(services);
  setDocumentLanguage(context, page);
  const sent = userId !== null && takeOutcome(services.config, userId, request);
  const shown = { page, isCanned, origin: services.config.origin };
  if (sent) return data({ ...shown, outcome: sent.outcome }, sent);
  context.get(cacheContext).cacheDirective = {
    tags: userId ? [userId] : [],
    until: earliest(
      changesAt(page.comments ?? []),
      userId === null ? null : await releasesChangeAt(services, page),
      page.linksChangeAt,
    ),
  };
  return data({ ...shown, outcome: undefined });
}

/** A form to a real artist arrives there; a comment on canned content is only shown to its author. [1 §7] */
export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = await findSamplePage(context.get(servicesContext));
  if (userId !== null) return answerVisitor({ request, context }, userId);
  return answerForm(await readForm(request), commentSchema, async ({ author_name, content }) => ({
    comment: {
      ...aloneComment,
      id: "yours",
      authorName: author_name,
      content,
      createdAt: new Date().toISOString(),
    },
  }));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** The page of the demo artist, as an example of what a page can be. [1 §2] */
export default function SampleBio({ loaderData, actionData }: Route.ComponentProps) {
  const { page, isCanned, origin, outcome } = loaderData;
  const own = actionData && "comment" in actionData ? actionData.comment : undefined;
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const shown = own ? { ...page, comments: [own, ...(page.comments ?? [])] } : page;
  return (
    <>
      {isCanned ? <title>{t("Sample bio")}</title> : <ArtistHead page={page} origin={origin} />}
      <ArtistContent
        page={shown}
        sent={{ refused, outcome: own ? "posted" : outcome }}
        sample={isCanned ? "canned" : "real"}
      />
    </>
  );
}
