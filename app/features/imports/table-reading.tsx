import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { FieldFrame } from "~/ui/field";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { OwnImport } from "./queries.server";

/** What a table's rows are, and which column holds what: as they were recognised, to be corrected. */
export function TableReading({ id, table }: { id: string; table: NonNullable<OwnImport["table"]> }) {
  const fetcher = useFetcher<NothingDone | { read: true }>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  // What was just chosen stands there until it is read. Nothing else keeps it, so a reload shows the same.
  const [chosen, setChosen] = useState<FormData | null>(null);
  const isUnderWay = useRef(false);
  const waiting = useRef<FormData>(null);
  const send = (form: FormData) => {
    isUnderWay.current = true;
    fetcher.submit(form, { method: "post" });
  };
  // One choice at a time is on its way, and after it the latest: of two at once, the server might read the earlier one last.
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    isUnderWay.current = false;
    const next = waiting.current;
    waiting.current = null;
    if (isNothingDone(answer)) {
      // A failure may come so soon that the fetcher never seems to have been busy.
      if (!next) setChosen(null);
      const failure = t("Failed to read it so");
      toast.error(failureText(answer, failure) ?? failure);
    }
    if (next) send(next);
  });
  useEffect(() => {
    if (!isBusy && !isUnderWay.current) setChosen(null);
  }, [isBusy]);
  const { kind, kinds, fields, heads } = table;
  const lacking = fields.filter(({ isRequired, column }) => isRequired && column < 0);
  const [isOpen, setOpen] = useState(false);
  const shown = (name: string, stored: string) => String(chosen?.get(name) ?? stored);
  const read = ({ form, name }: HTMLSelectElement) => {
    if (!form) return;
    const next = new FormData(form);
    // The fields of another kind are others.
    if (name === "kind") for (const field of fields) next.delete(`column-${field.name}`);
    // They don't fold under the hand that goes on to the next, as soon as nothing is lacking.
    else setOpen(true);
    setChosen(next);
    if (isUnderWay.current) waiting.current = next;
    else send(next);
  };
  return (
    <fetcher.Form method="post" className="grid gap-4 rounded-box border border-line p-4">
      <input type="hidden" name="intent" value="read-import" />
      <input type="hidden" name="id" value={id} />
      {kind === null && <Alert type="info">{t("No column was recognised. Please say what is in it.")}</Alert>}
      <FieldFrame label={t("These rows are")}>
        {(props) => (
          <select
            {...props}
            name="kind"
            value={shown("kind", kind ?? "")}
            required
            className={`min-h-12 ${props.className}`}
            onChange={({ currentTarget }) => read(currentTarget)}
          >
            {kind === null && <option value="">{t("Please choose")}</option>}
            {kinds.map(({ name, many }) => (
              <option key={name} value={name}>
                {many}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {fields.length > 0 && (
        <details
          open={isOpen || lacking.length > 0}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-sm">{t("Columns")}</summary>
          <div className="mt-2 grid grid-cols-1 gap-4 sm:grid-cols-2">
            {fields.map(({ name, label, choices, isRequired, column }) => (
              <FieldFrame
                key={name}
                label={label}
                {...(isRequired && column < 0 && { error: t("Please choose a column") })}
              >
                {(props) => (
                  <select
                    {...props}
                    name={`column-${name}`}
                    value={shown(`column-${name}`, String(column))}
                    className={`min-h-12 ${props.className}`}
                    onChange={({ currentTarget }) => read(currentTarget)}
                  >
                    <option value={-1}>
                      {choices ? t("As the column shows") : t("None|columns of a table")}
                    </option>
                    {(choices ? choices.map((text, place) => ({ place, text })) : heads).map(
                      ({ place, text }) => (
                        <option key={place} value={place}>
                          {text}
                        </option>
                      ),
                    )}
                  </select>
                )}
              </FieldFrame>
            ))}
          </div>
        </details>
      )}
      <p role="status" className="text-muted text-sm empty:hidden">
        {isBusy && t("Reading...")}
      </p>
    </fetcher.Form>
  );
}
