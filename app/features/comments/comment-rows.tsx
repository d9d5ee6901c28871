import { Check, EyeOff, Flag, MessageSquareReply, Music, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { formatDuration } from "~/shared/duration";
import { Age } from "~/ui/age";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { setApprovedText, statusFailure } from "./owner-schema";
import type { OwnComment } from "./queries.server";

/** A change on its way to the server. */
interface Errand {
  key: number;
  ids: string[];
  isOn: boolean;
}

/** The comments of one page, each with its actions, and the actions on several at once. */
export function CommentRows({
  comments,
  none,
  onDelete,
  onReport,
  onAnswer,
  onRemoveAnswer,
  onGone,
}: {
  comments: OwnComment[];
  /** Stands where there are none. */
  none: ReactNode;
  onDelete(comments: OwnComment[]): void;
  onReport(comment: OwnComment): void;
  onAnswer(comment: OwnComment): void;
  onRemoveAnswer(comment: OwnComment): void;
  /** A row that had the focus isn't in the list any more. */
  onGone(): void;
}) {
  // They outlive the rows: an approved comment leaves the list of waiting ones before its answer has been shown.
  const [errands, setErrands] = useState<Errand[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const lastKey = useRef(0);
  const selected = comments.filter(({ id }) => chosen.includes(id));

  const isApproved = ({ id, is_approved }: OwnComment) =>
    errands.findLast(({ ids }) => ids.includes(id))?.isOn ?? is_approved;
  const approve = (some: OwnComment[], isOn: boolean) => {
    lastKey.current += 1;
    const errand = { key: lastKey.current, ids: some.map(({ id }) => id), isOn };
    setErrands((current) => [...current, errand]);
    setChosen([]);
  };
  const choose = (ids: string[], isChosen: boolean) =>
    setChosen((current) => [...current.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]);

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
          {" "}
          <div className="sticky top-16 z-10 -mx-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-2 py-1">
            <Checkbox
              checked={selected.length === comments.length}
              onChange={({ currentTarget }) =>
                choose(
                  comments.map(({ id }) => id),
                  currentTarget.checked,
                )
              }
            >
              {selected.length > 0 ? `${selected.length} selected` : "Select all on this page"}
            </Checkbox>
            {selected.length > 0 && (
              <fieldset className="flex flex-wrap gap-1">
                <legend className="sr-only">What to do with those selected</legend>
                <Button variant="quiet" onClick={() => approve(selected, true)}>
                  Approve selected
                </Button>
                <Button variant="quiet" onClick={() => approve(selected, false)}>
                  Hide selected
                </Button>
                <Button variant="quiet" onClick={() => onDelete(selected)}>
                  Delete selected
                </Button>
              </fieldset>
            )}
          </div>
          <ol aria-label="Comments" className="grid grid-cols-1 divide-y divide-line">
            {comments.map((comment) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                isApproved={isApproved(comment)}
                isChosen={chosen.includes(comment.id)}
                onChoose={(isChosen) => choose([comment.id], isChosen)}
                onApprove={(isOn) => approve([comment], isOn)}
                onDelete={() => onDelete([comment])}
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
  comment: { author_name, content, created_at, is_hidden, track_title, track_seconds, answer, answered_at },
  isApproved,
  isChosen,
  onChoose,
  onApprove,
  onDelete,
  onReport,
  onAnswer,
  onRemoveAnswer,
}: {
  comment: OwnComment;
  isApproved: boolean;
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
  onApprove(isOn: boolean): void;
  onDelete(): void;
  onReport(): void;
  onAnswer(): void;
  onRemoveAnswer(): void;
}) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-1 py-3 last:pb-0">
      <Checkbox
        checked={isChosen}
        aria-label={`Select the comment by ${author_name}`}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      >
        {""}
      </Checkbox>
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
            {isApproved ? "Approved" : "Pending review"}
          </span>
          {is_hidden && (
            <span className="rounded-full bg-danger-soft px-2.5 py-0.5 font-semibold text-danger text-xs">
              Hidden by an admin
            </span>
          )}
        </p>
        {track_title !== null && track_seconds !== null && (
          <p className="mb-1 flex items-center gap-1.5 text-muted text-sm">
            <Music aria-hidden="true" className="size-4 shrink-0" />
            <span className="wrap-anywhere min-w-0">
              At {formatDuration(track_seconds)} of <bdi>{track_title}</bdi>
            </span>
          </p>
        )}
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {content}
        </p>
        {answer !== null && answered_at !== null && (
          <div className="mt-2 border-primary border-s-3 ps-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <strong>Your answer</strong>
              <Age at={answered_at} />
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {answer}
            </p>
          </div>
        )}
        <div className="-ml-3 mt-1 flex flex-wrap">
          <Button
            variant="quiet"
            aria-label={`${isApproved ? "Hide" : "Approve"} the comment by ${author_name}`}
            onClick={() => onApprove(!isApproved)}
          >
            {isApproved ? (
              <EyeOff aria-hidden="true" className="size-4" />
            ) : (
              <Check aria-hidden="true" className="size-4" />
            )}
            {isApproved ? "Hide" : "Approve"}
          </Button>
          <Button
            variant="quiet"
            aria-label={
              answer === null ? `Answer the comment by ${author_name}` : `Edit answer to ${author_name}`
            }
            onClick={onAnswer}
          >
            <MessageSquareReply aria-hidden="true" className="size-4" />
            {answer === null ? "Answer" : "Edit answer"}
          </Button>
          {answer !== null && (
            <Button variant="quiet" aria-label={`Remove answer to ${author_name}`} onClick={onRemoveAnswer}>
              <Trash2 aria-hidden="true" className="size-4" />
              Remove answer
            </Button>
          )}
          <Button variant="quiet" aria-label={`Delete the comment by ${author_name}`} onClick={onDelete}>
            <Trash2 aria-hidden="true" className="size-4" />
            Delete
          </Button>
          <Button variant="quiet" aria-label={`Report the comment by ${author_name}`} onClick={onReport}>
            <Flag aria-hidden="true" className="size-4" />
            Report
          </Button>
        </div>
      </div>
    </li>
  );
}

/** Sends the change to the server, and shows the answer. */
function Approval({ errand: { ids, isOn }, onDone }: { errand: Errand; onDone(): void }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isSent = useRef(false);
  const { submit } = fetcher;
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    submit({ intent: "set-approved", ids: ids.join(), isOn: String(isOn) }, { method: "post" });
  }, [submit, ids, isOn]);
  // The list says the same by then.
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, statusFailure) ?? statusFailure);
    else toast.success(setApprovedText(isOn, ids.length));
    onDone();
  });
  return null;
}
