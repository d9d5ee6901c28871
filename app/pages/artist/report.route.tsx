import { data, redirect } from "react-router";
import { pageStatement, profileBySlug, row } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import { ReportFormPart, reportPath } from "~/features/comments/public";
import { reportComment } from "~/features/comments/report.server";
import { reportSchema } from "~/features/comments/schema";
import { answerForm, readForm } from "~/forms.server";
import { asToast, Notice, SwapPart } from "~/public-ui/public-form";
import { callerContext, servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { Quoted } from "~/ui/quoted";
import { Rich } from "~/ui/rich";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/report.route";
import { MissingArtist } from "./missing-artist";
import { leadToPresent, showInReadersLanguage } from "./page-answer.server";
import { type SideArtist, sideColumns } from "./side-columns.server";
import { SidePage } from "./side-page";

interface ReportPage extends SideArtist {
  commentId: string;
  authorName: string;
  content: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statement = pageStatement(
  "report-page",
  profileBySlug,
  {
    ...sideColumns,
    comment: row(
      "fan_comments",
      { commentId: "id", authorName: "author_name", content: "content" },
      "where musician_id = profile.user_id and id = $2 and is_approved",
    ),
  },
  "profile.show_comments_section",
);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { artistSlug, commentId } = params;
  const isSent = new URL(request.url).searchParams.has("sent");
  const [found] = uuid.test(commentId)
    ? await db.asVisitor().readOnce(statement, [artistSlug, commentId])
    : [];
  if (!found?.comment) return data({ page: null, isSent }, { status: 404 });
  const { appearance, comment, ...rest } = found;
  leadToPresent(request, artistSlug, rest);
  showInReadersLanguage(context, rest);
  const page: ReportPage = { ...rest, ...comment, appearance: appearanceOf(appearance) };
  return data({ page, isSent, own: reportPath(artistPath(page) ?? "", commentId), origin: config.origin });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { commentId } = params;
  const viewer = context.get(viewerContext);
  const from = context.get(callerContext).network;
  const reporterId = viewer && !viewer.suspension ? viewer.userId : null;
  return answerForm(await readForm(request), reportSchema, async ({ reason }) => {
    if (uuid.test(commentId)) {
      await reportComment(context.get(servicesContext), { commentId, reporterId, from, reason });
    }
    return redirect(`${new URL(request.url).pathname}?sent`, { status: 303 });
  });
}

/** The form by which visitors report a comment to the admins. It works without script. */
export default function ReportComment({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.page) return <MissingArtist />;
  const { page, isSent, own, origin } = loaderData;
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <SidePage
      artist={page}
      origin={origin}
      path={own}
      title={t("Report a comment")}
      description={t("Report a comment on the page of {artist}.", { artist: page.artistName })}
    >
      <meta name="robots" content="noindex" />
      <div className="rounded-box bg-surface p-5">
        <p>
          <Rich
            text="{author} wrote:"
            parts={{
              author: (
                <strong dir="auto" className="wrap-anywhere">
                  {page.authorName}
                </strong>
              ),
            }}
          />
        </p>
        <Quoted text={page.content} />
        <SwapPart id="report-part">
          {isSent && !refused ? (
            <Notice type="success" takesFocus toast={asToast("success")}>
              {t("Thank you. An admin of this site will look at it.")}
            </Notice>
          ) : (
            <ReportFormPart refused={refused} />
          )}
        </SwapPart>
      </div>
    </SidePage>
  );
}
