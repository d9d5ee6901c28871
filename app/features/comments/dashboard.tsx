import { Clock, MessageCircle, MessageSquareText, ThumbsUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { CountTiles } from "~/ui/count-tiles";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { TextAreaField } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { useFormats } from "~/ui/formats";
import { ListFinder } from "~/ui/list-finder";
import { useLive } from "~/ui/live";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Rich } from "~/ui/rich";
import { type Selection, useSelection } from "~/ui/selection";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { AnswerDialog } from "./answer-dialog";
import { CommentRows } from "./comment-rows";
import { CommentSettingsCard } from "./comment-settings-card";
import { executeCommentAction } from "./owner-commands.server";
import * as texts from "./owner-schema";
import { type CommentsAsked, type OwnComment, ownComments } from "./queries.server";
import { reasonLimit, reportFailure } from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const asked = commentsQueryOf(new URL(request.url).searchParams);
  const shown = await loadOrNull(
    "the comments",
    { log, userId },
    db.asMusician(userId).read((tx) => ownComments(tx, userId, asked)),
  );
  return { shown, asked };
}

function commentsQueryOf(parameters: URLSearchParams): CommentsAsked {
  const sought = texts.commentsSought(parameters);
  const order = parameters.get("sort") ?? "newest";
  const page = pageParam(parameters);
  if (!sought || !texts.isOrder(order)) {
    throw new AppError("not-found", t("This page does not exist."));
  }
  return { ...sought, order, page };
}

export const action = ownerAction(texts.commentActionSchema, executeCommentAction);

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  if (form.get("intent") !== "delete-comments") return answerOrFailed(serverAction);
  return answerOrFailed(serverAction, { failed: texts.deleteFailure, signedOut: t(texts.deleteSignedOut) });
}

/** [2 §2] Fan comments */
export default function FanComments({ loaderData: { shown, asked } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { number } = useFormats();
  const [deleting, setDeleting] = useState<Deletion | null>(null);
  const { filter, search } = asked;
  const selection = useSelection(shown?.comments ?? [], {
    total: shown?.matches ?? 0,
    asked: { q: search, show: filter },
    isAlwaysOn: true,
  });
  const pathOf = (page: number) => {
    const query = new URLSearchParams();
    if (asked.search) query.set("q", asked.search);
    if (asked.filter !== "all") query.set("show", asked.filter);
    if (asked.order === "oldest") query.set("sort", asked.order);
    if (page > 1) query.set("page", String(page));
    return `/comments${query.size > 0 ? `?${query}` : ""}`;
  };
  const count = deleting?.count ?? 1;
  const [reporting, setReporting] = useState<OwnComment | null>(null);
  const [answering, setAnswering] = useState<OwnComment | null>(null);
  const [unanswering, setUnanswering] = useState<OwnComment | null>(null);
  useNewComments(shown?.counts.total);

  return (
    <ToolPage
      preview={shown && { section: "comments" }}
      title={t("Fan Comments")}
      intro={t("What your fans have written on your page, and what of it shows there.")}
    >
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        {!shown && <LoadFailure text={t(texts.loadFailure)} />}
        {shown && (
          <>
            <CountTiles
              label={t("Your comments")}
              tiles={[
                { icon: MessageSquareText, label: t("Total comments"), count: shown.counts.total },
                { icon: ThumbsUp, label: t("Approved"), count: shown.counts.approved },
                { icon: Clock, label: t("Pending review"), count: shown.counts.pending, isCalling: true },
              ]}
            />
            {shown.counts.total === 0 ? (
              <EmptyState
                icon={MessageCircle}
                title={t("No comments yet")}
                text={t(
                  "Fans write on your page without an account. What they write appears here by itself, the newest first.",
                )}
              />
            ) : (
              <section aria-labelledby="comments-found" className="grid grid-cols-1 gap-4">
                <ListFinder
                  name={t("Comments")}
                  label={t("Search comments")}
                  path="/comments"
                  search={asked.search}
                  searchName="q"
                  searchLimit={texts.searchLimit}
                  placeholder={t("A name, or words")}
                  choices={[
                    {
                      name: "show",
                      label: t("Show|a choice of what a list holds"),
                      value: asked.filter,
                      options: said(texts.filters),
                    },
                    {
                      name: "sort",
                      label: t("Sort by"),
                      value: asked.order ?? "newest",
                      options: said(texts.orders),
                    },
                  ]}
                />
                <Card>
                  <h2 id="comments-found" ref={heading} tabIndex={-1} className="mb-3 font-semibold text-lg">
                    {foundText(asked, number(shown.matches))}
                  </h2>
                  <CommentRows
                    comments={shown.comments}
                    none={<NoneFound asked={asked} />}
                    selection={selection}
                    onDelete={(only) => setDeleting({ id: only.id, count: 1, only })}
                    onDeleteSelected={() => setDeleting(deletionOf(selection))}
                    onReport={setReporting}
                    onAnswer={setAnswering}
                    onRemoveAnswer={setUnanswering}
                    onGone={() => heading.current?.focus()}
                  />
                  <PageLinks
                    page={shown.page}
                    pages={shown.pages}
                    labels={
                      asked.order === "oldest"
                        ? undefined
                        : { before: t("Newer comments"), after: t("Older comments") }
                    }
                    to={pathOf}
                  />
                </Card>
              </section>
            )}
            <CommentSettingsCard settings={shown.settings} />
          </>
        )}
        <Guide />
      </div>
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-comments"
        title={t("{count, plural, one {Delete comment} other {Delete # comments}}", { count })}
        texts={{
          done: texts.deletedText(count),
          failed: texts.deleteFailure(t("something unexpected happened. Please try again.")),
        }}
        focusAfter={heading}
        onDone={selection.end}
        onClose={() => setDeleting(null)}
      >
        {deleting?.only ? (
          <p>
            <Rich
              text="{comment} by {name} goes for good. This cannot be undone."
              parts={{
                comment: <Preview of={deleting.only} />,
                name: <bdi className="wrap-anywhere">{deleting.only.author_name}</bdi>,
              }}
            />
          </p>
        ) : (
          <p>
            {t(
              "{count, plural, one {The selected comment goes for good. This cannot be undone.} other {All # selected comments go for good. This cannot be undone.}}",
              { count },
            )}
          </p>
        )}
      </DeleteDialog>
      <AnswerDialog comment={answering} onClose={() => setAnswering(null)} />
      <DeleteDialog
        id={unanswering?.id ?? null}
        intent="remove-answer"
        title={t("Remove answer")}
        texts={{ done: t(texts.answerRemoved), failed: t(texts.answerRemovalFailure) }}
        button={{ text: t("Remove"), pending: t("Removing...") }}
        focusAfter={heading}
        onClose={() => setUnanswering(null)}
      >
        <p>
          <Rich
            text="Your answer to {name} goes for good. The comment stays."
            parts={{ name: <bdi className="wrap-anywhere">{unanswering?.author_name}</bdi> }}
          />
        </p>
      </DeleteDialog>
      <FormDialog
        open={reporting !== null}
        onClose={() => setReporting(null)}
        title={t("Report comment")}
        schema={texts.reportSchema}
        hidden={{ intent: "report-comment", id: reporting?.id ?? "" }}
        submitText={t("Report|verb")}
        texts={{ done: t(texts.reported), failed: t(reportFailure) }}
      >
        {({ errors }) => (
          <>
            <p className="text-muted">
              <Rich
                text="An admin of this site looks at {comment} and decides. You can hide or delete it yourself at any time."
                parts={{ comment: <Preview of={reporting} /> }}
              />
            </p>
            <TextAreaField
              label={t("What is wrong with it?")}
              name="reason"
              error={errors.reason}
              counter={reasonLimit}
              maxLength={reasonLimit}
              required
              dir="auto"
            />
          </>
        )}
      </FormDialog>
    </ToolPage>
  );
}

function Preview({ of }: { of: Pick<OwnComment, "content"> | null }) {
  return (
    <q dir="auto" className="wrap-anywhere">
      {texts.previewOf(of?.content ?? "")}
    </q>
  );
}

/** Brings what fans write in the meantime, and says so. @param total how many comments there are */
function useNewComments(total: number | undefined): void {
  const toast = useToast();
  const last = useRef(total);
  useLive("comments");
  useEffect(() => {
    const before = last.current;
    last.current = total;
    if (total === undefined || before === undefined || total <= before) return;
    toast.info(
      t("{count, plural, one {A new comment has come in} other {# new comments have come in}}", {
        count: total - before,
      }),
    );
  }, [total, toast]);
}

interface Deletion {
  /** The form's field. */
  id: string;
  count: number;
  only?: OwnComment;
}

function deletionOf({ count, selected: [first], field }: Selection<OwnComment>): Deletion {
  return count === 1 && first ? { id: first.id, count, only: first } : { id: field, count };
}

function foundText({ filter, search }: CommentsAsked, matches: string): string {
  const values = { filter: t(texts.filters[filter]), search, count: matches };
  return t(search ? "{filter} with “{search}” ({count})" : "{filter} ({count})", values);
}

function NoneFound({ asked: { filter, search } }: { asked: CommentsAsked }) {
  const text = search
    ? t("No comment and no name holds these words.")
    : filter === "pending"
      ? t("Nothing waits for you: every comment has been looked at.")
      : t("No comment shows on your page at the moment.");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">{text}</p>
      <LinkButton variant="secondary" to="/comments">
        {t("Show all comments")}
      </LinkButton>
    </div>
  );
}

/** [2 §2] */
function Guide() {
  const rules = [
    [t("Approve"), t("shows a comment on your page, for everyone.")],
    [t("Hide"), t("takes it off your page again. It stays here, under pending review.")],
    [t("Answer|verb"), t("puts your own words beneath it, marked with your name.")],
    [t("Delete"), t("removes it for good, and your answer with it.")],
    [
      t("Pending review"),
      t(
        "is also where what looks like spam is kept: links, floods, and your own blocked words. Its writer has been told that you look at it first.",
      ),
    ],
  ];
  return (
    <Card title={t("Moderation guide")}>
      <dl className="grid gap-3 text-sm sm:grid-cols-2 sm:gap-x-8">
        {rules.map(([term, text]) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted text-sm">
        {t(
          "A word of criticism that stays makes the praise beside it worth more. What insults or threatens somebody need not stay for a minute.",
        )}
      </p>
    </Card>
  );
}
