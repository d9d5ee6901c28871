import { CircleAlert, CopyCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { listed } from "~/shared/listed";
import { language, t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { OwnImport } from "./queries.server";
import { takeFailure } from "./schema";
import { TableReading } from "./table-reading.tsx";

type Plan = OwnImport["plans"][number];
type Row = Plan["rows"][number];

/** Rows that are shown at first, and each time more are asked for. */
const rowsAtOnce = 200;

/** The preview of an import: each row of the file with what becomes of it, and the button that brings them in. */
export function PlanCard({ open: { id, name, plans, table, isAccount } }: { open: OwnImport }) {
  const fetcher = useFetcher<
    NothingDone | { taken: number; troubles: string[] } | { bringing: number } | { dropped: true }
  >();
  const navigate = useNavigate();
  const toast = useToast();
  const { number } = useFormats();
  const [without, setWithout] = useWithout(id);
  const answer = fetcher.data;
  const isBusy = fetcher.state !== "idle";
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused.errors : {};
  useAnswer(isBusy ? undefined : answer, (answer) => {
    if (isNothingDone(answer)) {
      const text = failureText(answer, t(takeFailure));
      if (text) toast.error(text);
    } else if ("taken" in answer) {
      toast.success(
        t("{count, plural, one {{shown} row came in} other {{shown} rows came in}}", {
          count: answer.taken,
          shown: number(answer.taken),
        }),
      );
      for (const trouble of answer.troubles.slice(0, 5)) toast.error(trouble, 0);
    } else if ("dropped" in answer) navigate("/account/import");
  });
  const coming = plans
    .flatMap(({ kind, rows }) => rows.map((row) => ({ ...row, name: nameOf(kind, row) })))
    .filter(({ state, name }) => state === "new" && !without.has(name)).length;
  const hasNew = plans.some(({ rows }) => rows.some(({ state }) => state === "new"));
  const tick = (name: string, isOn: boolean) => {
    const next = new Set(without);
    if (isOn) next.delete(name);
    else next.add(name);
    setWithout(next);
  };
  const question = plans.find(
    ({ kind, rows, question }) =>
      question && rows.some((row) => row.state === "new" && !without.has(nameOf(kind, row))),
  )?.question;
  return (
    <Card title={t("What would come in")}>
      <p dir="auto" className="wrap-anywhere mb-4 font-semibold">
        {name}
      </p>
      {isAccount && (
        <Alert type="info">
          {t(
            "This is the archive of a Handbill account. Links, social links, events, subscribers, videos, tracks, releases and photos can come in beside what you have; what is hidden there stays hidden, and so does a track whose release doesn't come in with it. All else stays out: the profile and its looks, comments, booking requests, messages, newsletter issues, the press kit, private links, drafts, settings and statistics. The operator of this site can make a new account of the whole archive.",
          )}
        </Alert>
      )}
      {table && <TableReading id={id} table={table} />}
      {plans.map((plan) => (
        <PlanRows key={plan.kind} plan={plan} without={without} onTick={tick} />
      ))}
      <fetcher.Form method="post" className="mt-6 grid gap-5">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="without" value={[...without].join(" ")} />
        {refused.form && <Alert type="error">{refused.form}</Alert>}
        {!hasNew && <p>{t("Nothing of this can come in.")}</p>}
        {question && (
          <Field
            label={question.label}
            hint={question.hint}
            name="answer"
            placeholder={question.placeholder}
            maxLength={question.limit}
            error={refused.answer}
            required
            dir="auto"
            autoComplete="off"
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            type="submit"
            name="intent"
            value="drop-import"
            variant="secondary"
            disabled={isBusy}
            formNoValidate
          >
            {t("Leave it")}
          </Button>
          {hasNew && (
            <Button
              type="submit"
              name="intent"
              value="take-import"
              disabled={coming === 0}
              pending={isBusy && fetcher.formData?.get("intent") === "take-import"}
              pendingText={t("Bringing in...")}
            >
              {coming === 0
                ? t("Nothing is chosen")
                : t("{count, plural, one {Bring in {shown} row} other {Bring in {shown} rows}}", {
                    count: coming,
                    shown: number(coming),
                  })}
            </Button>
          )}
        </div>
      </fetcher.Form>
    </Card>
  );
}

/** The rows that are left out, kept in this tab: a reload shows the same choice. */
function useWithout(id: string) {
  const key = `import ${id}`;
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept) setWithout(new Set(kept.split(" ")));
  }, [key]);
  const keep = (next: ReadonlySet<string>) => {
    setWithout(next);
    sessionStorage.setItem(key, [...next].join(" "));
  };
  return [without, keep] as const;
}

const nameOf = (kind: string, { row }: Row) => `${kind}:${row}`;

function PlanRows({
  plan: { kind, many, rows },
  without,
  onTick,
}: {
  plan: Plan;
  without: ReadonlySet<string>;
  onTick(name: string, isOn: boolean): void;
}) {
  const { number } = useFormats();
  const [shown, setShown] = useState(rowsAtOnce);
  const list = useRef<HTMLUListElement>(null);
  const count = (state: Row["state"]) => rows.filter((row) => row.state === state).length;
  const [fresh, known, refused] = [count("new"), count("duplicate"), count("refused")];
  const title = `${many[0]?.toLocaleUpperCase(language()) ?? ""}${many.slice(1)}`;
  const parts = [
    fresh > 0 &&
      t("{count, plural, one {{shown} can come in} other {{shown} can come in}}", {
        count: fresh,
        shown: number(fresh),
      }),
    known > 0 &&
      t("{count, plural, one {{shown} is there already} other {{shown} are there already}}", {
        count: known,
        shown: number(known),
      }),
    refused > 0 &&
      t("{count, plural, one {{shown} stays out} other {{shown} stay out}}", {
        count: refused,
        shown: number(refused),
      }),
  ].filter((part) => part !== false);
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-muted text-sm">{t("{sentence}.", { sentence: listed(parts) })}</p>
      <ul
        ref={list}
        aria-label={t("{rows} in this file", { rows: title })}
        className="mt-2 grid grid-cols-1 divide-y divide-line"
      >
        {rows.slice(0, shown).map((row) => (
          <li key={row.row} className="lazy-row py-1">
            <PlanRow
              row={row}
              isOn={!without.has(nameOf(kind, row))}
              onTick={(isOn) => onTick(nameOf(kind, row), isOn)}
            />
          </li>
        ))}
      </ul>
      {shown < rows.length && (
        <Button variant="secondary" className="mt-3" onClick={() => setShown(shown + rowsAtOnce)}>
          {t("Show more of {count}", { count: number(rows.length) })}
        </Button>
      )}
    </section>
  );
}

function PlanRow({ row, isOn, onTick }: { row: Row; isOn: boolean; onTick(isOn: boolean): void }) {
  const { row: place, label, detail, state, reason } = row;
  const text = (
    <span className="grid min-w-0 gap-0.5">
      <span className="wrap-anywhere">
        <span className="text-muted tabular-nums">{t("Row {number}", { number: place })}</span>{" "}
        <bdi className="font-semibold">{label || t("Without a name")}</bdi>
      </span>
      {detail && (
        <span dir="auto" className="wrap-anywhere text-muted text-sm">
          {detail}
        </span>
      )}
      {reason && (
        <span
          className={`flex gap-1.5 text-sm ${state === "refused" ? "font-medium text-danger" : "text-muted"}`}
        >
          {state === "refused" && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
          {state === "duplicate" && <CopyCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
          <span className="wrap-anywhere">{reason}</span>
        </span>
      )}
    </span>
  );
  if (state !== "new") return <div className="py-2 ps-8">{text}</div>;
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        className="mt-0.5 size-5 shrink-0 cursor-pointer accent-primary"
      />
      {text}
    </label>
  );
}
