import { Check, EyeOff, Flag, MessageSquareReply, MessageSquareX, Music, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { formatDuration } from "~/shared/duration";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Button } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { MenuButton, RowMenu } from "~/ui/row-menu";
import { BulkButton, SelectBox, type Selection, SelectionBar } from "~/ui/selection";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { setApprovedText, statusFailure } from "./owner-schema";
import type { OwnComment } from "./queries.server";

/** A change on its way to the server. */
interface Errand {
  key: number;
  /** The form's field. */
  field: string;
  /** Those on this page. */
  ids: string[];
  count: number;
  isOn: boolean;
}

/** The comments of one page, each with its actions, and the actions on several at once. */
export function CommentRows({
  comments,
  none,
  selection,
  onDelete,
  onDeleteSelected,
  onReport,
  onAnswer,
  onRemoveAnswer,
  onGone,
}: {
  comments: OwnComment[];
  /** Stands where there are none. */
  none: ReactNode;
  selection: Selection<OwnComment>;
  onDelete(comment: OwnComment): void;
  onDeleteSelected(): void;
  onReport(comment: OwnComment): void;
  onAnswer(comment: OwnComment): void;
  onRemoveAnswer(comment: OwnComment): void;
  /** A row that had the focus isn't in the list any more. */
  onGone(): void;
}) {
  // They outlive the rows: an approved comment leaves the list of waiting ones before its answer has been shown.
  const [errands, setErrands] = useState<Errand[]>([]);
  const lastKey = useRef(0);

  const isApproved = ({ id, is_approved }: OwnComment) =>
    errands.findLast(({ ids }) => ids.includes(id))?.isOn ?? is_approved;
  const approve = (some: Omit<Errand, "key">) => {
    lastKey.current += 1;
    const errand = { key: lastKey.current, ...some };
    setErrands((current) => [...current, errand]);
    selection.end();
  };
  const approveSelected = (isOn: boolean) => {
    const { field, count, selected } = selection;
    approve({ field, count, ids: selected.map(({ id }) => id), isOn });
  };

  return (
    <>
      {errands.map((errand) => (
        <Approval
          key={errand.key}
          errand={errand}
          onDone={() => {
            setErrands((current) => current.filter(({ key }) => key !== errand.key));
            if (document.activeElement === document.body) onGone();
          }}
        />
      ))}
      {comments.length === 0 ? (
        none
      ) : (
        <>
          <SelectionBar selection={selection}>
            <BulkButton
              text={t("Approve")}
              fullText={t("Approve selected")}
              onClick={() => approveSelected(true)}
            />
            <BulkButton
              text={t("Hide")}
              fullText={t("Hide selected")}
              onClick={() => approveSelected(false)}
            />
            <BulkButton text={t("Delete")} fullText={t("Delete selected")} onClick={onDeleteSelected} />
          </SelectionBar>
          <ol aria-label={t("Comments")} className="grid grid-cols-1 divide-y divide-line">
            {comments.map((comment) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                isApproved={isApproved(comment)}
                selection={selection}
                onApprove={(isOn) => approve({ field: comment.id, ids: [comment.id], count: 1, isOn })}
                onDelete={() => onDelete(comment)}
                onReport={() => onReport(comment)}
                onAnswer={() => onAnswer(comment)}
                onRemoveAnswer={() => onRemoveAnswer(comment)}
              />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function CommentRow({
  comment: {
    id,
    author_name,
    content,
    created_at,
    is_hidden,
    track_title,
    track_seconds,
    answer,
    answered_at,
  },
  isApproved,
  selection,
  onApprove,
  onDelete,
  onReport,
  onAnswer,
  onRemoveAnswer,
}: {
  comment: OwnComment;
  isApproved: boolean;
  selection: Selection<OwnComment>;
  onApprove(isOn: boolean): void;
  onDelete(): void;
  onReport(): void;
  onAnswer(): void;
  onRemoveAnswer(): void;
}) {
  const by = { name: author_name };
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-1 py-3 last:pb-0">
      <SelectBox
        selection={selection}
        id={id}
        name={t("the comment by {name}|what is selected", { name: author_name })}
      />
      <div className="min-w-0">
        <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <strong dir="auto" className="wrap-anywhere min-w-0">
            {author_name}
          </strong>
          <Age at={created_at} />
          <span
            className={`rounded-full px-2.5 py-0.5 font-semibold text-xs ${
              isApproved ? "bg-success-soft text-success" : "bg-accent text-on-accent"
            }`}
          >
            {isApproved ? t("Approved") : t("Pending review")}
          </span>
          {is_hidden && (
            <span className="rounded-full bg-danger-soft px-2.5 py-0.5 font-semibold text-danger text-xs">
              {t("Hidden by an admin")}
            </span>
          )}
        </p>
        {track_title !== null && track_seconds !== null && (
          <p className="mb-1 flex items-center gap-1.5 text-muted text-sm">
            <Music aria-hidden="true" className="size-4 shrink-0" />
            <span className="wrap-anywhere min-w-0">
              <Rich
                text="At {time} of {track}"
                values={{ time: formatDuration(track_seconds) }}
                parts={{ track: <bdi>{track_title}</bdi> }}
              />
            </span>
          </p>
        )}
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {content}
        </p>
        {answer !== null && answered_at !== null && (
          <div className="mt-2 border-primary border-s-3 ps-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <strong>{t("Your answer")}</strong>
              <Age at={answered_at} />
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {answer}
            </p>
          </div>
        )}
        <div className="-mx-3 mt-1 flex flex-wrap">
          <Button
            variant="quiet"
            aria-label={t(isApproved ? "Hide the comment by {name}" : "Approve the comment by {name}", by)}
            onClick={() => onApprove(!isApproved)}
          >
            {isApproved ? (
              <EyeOff aria-hidden="true" className="size-4" />
            ) : (
              <Check aria-hidden="true" className="size-4" />
            )}
            {isApproved ? t("Hide") : t("Approve")}
          </Button>
          <Button
            variant="quiet"
            aria-label={t(answer === null ? "Answer the comment by {name}" : "Edit answer to {name}", by)}
            onClick={onAnswer}
          >
            <MessageSquareReply aria-hidden="true" className="size-4" />
            {answer === null ? t("Answer|verb") : t("Edit answer")}
          </Button>
          <RowMenu label={t("Actions for the comment by {name}", by)}>
            {answer !== null && (
              <MenuButton
                icon={MessageSquareX}
                text={t("Remove answer")}
                label={t("Remove answer to {name}", by)}
                onClick={onRemoveAnswer}
              />
            )}
            <MenuButton
              icon={Flag}
              text={t("Report|verb")}
              label={t("Report the comment by {name}", by)}
              onClick={onReport}
            />
            <MenuButton
              icon={Trash2}
              text={t("Delete")}
              label={t("Delete the comment by {name}", by)}
              onClick={onDelete}
              isDangerous
            />
          </RowMenu>
        </div>
      </div>
    </li>
  );
}

/** Sends the change to the server, and shows the answer. */
function Approval({ errand: { field, count, isOn }, onDone }: { errand: Errand; onDone(): void }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isSent = useRef(false);
  const { submit } = fetcher;
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    submit({ intent: "set-approved", ids: field, isOn: String(isOn) }, { method: "post" });
  }, [submit, field, isOn]);
  // The list says the same by then.
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(statusFailure)) ?? t(statusFailure));
    else toast.success(setApprovedText(isOn, count));
    onDone();
  });
  return null;
}
