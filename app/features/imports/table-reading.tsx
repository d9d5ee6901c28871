import { useState } from "react";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { FieldFrame } from "~/ui/field";
import { useLatestChoice } from "~/ui/use-latest-choice";
import type { OwnImport } from "./queries.server";

/** What a table's rows are, and which column holds what: as they were recognised, to be corrected. */
export function TableReading({ id, table }: { id: string; table: NonNullable<OwnImport["table"]> }) {
  // Nothing else keeps what was just chosen, so a reload shows the same.
  const { chosen, choose, isBusy } = useLatestChoice((form: FormData) => form, {
    failed: t("Failed to read it so"),
  });
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
    choose(next);
  };
  return (
    <form method="post" className="grid gap-4 rounded-box border border-line p-4">
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
    </form>
  );
}
