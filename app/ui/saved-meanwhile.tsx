import { type ReactNode, useEffect, useRef } from "react";
import { versionOf } from "~/shared/form-version";
import type { FormValues } from "~/shared/forms";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";

/** The labels of a form's fields, in their order; `show` gives a value in words. */
export type ShownFields = Readonly<Record<string, { label: string; show?(value: string): string }>>;

/**
 * The stored values beside the form's, where the two differ, and the choice between them. To be rendered
 * inside of the form, whose first field is a hidden `version`: 'Keep mine' sends the form again over the stored values.
 */
export function SavedMeanwhile({
  fields,
  stored,
  own,
  isBusy,
  onTake,
}: {
  fields: ShownFields;
  stored: FormValues;
  /** The values that were sent. */
  own: FormValues;
  isBusy: boolean;
  onTake(): void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const version = versionOf(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is another conflict
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest("section")?.scrollIntoView({ block: "nearest" });
  }, [version]);
  const different = Object.entries(fields).filter(([name]) => lines(stored[name]) !== lines(own[name]));
  return (
    <section className="grid grid-cols-1 gap-4 rounded-box border border-edge bg-sunken p-4 sm:p-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t("Saved meanwhile")}
        </h2>
        <p className="mt-1 text-muted text-sm">
          {t(
            "This was saved elsewhere since you opened it. Nothing of yours has been saved yet. What is to stay?",
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={isBusy} onClick={onTake}>
          {t("Take what is saved")}
        </Button>
        <Button type="submit" name="version" value={version} pending={isBusy} pendingText={t("Saving...")}>
          {t("Keep mine")}
        </Button>
      </div>
      {different.map(([name, { label, show = asItIs }]) => (
        <dl key={name} className="grid grid-cols-1 gap-x-5 gap-y-2 sm:grid-cols-2">
          <Version label={label} whose={t("Saved meanwhile")}>
            {show(stored[name] ?? "")}
          </Version>
          <Version label={label} whose={t("Yours")}>
            {show(own[name] ?? "")}
          </Version>
        </dl>
      ))}
    </section>
  );
}

function Version({ label, whose, children }: { label: string; whose: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted text-sm">
        <span className="font-semibold text-foreground">{label}</span> · {whose}
      </dt>
      <dd
        dir="auto"
        className="wrap-anywhere whitespace-pre-line rounded-box border border-line bg-surface px-3.5 py-2.5"
      >
        {children || <span className="text-muted">{t("Nothing")}</span>}
      </dd>
    </div>
  );
}

/** A form sends a line break as two characters. */
const lines = (text = "") => text.replaceAll("\r\n", "\n");
const asItIs = (value: string) => value;

/** For a checkbox. */
export const onOrOff = (value: string) => (value === "on" ? t("On") : t("Off"));

/** For a share of a hundred. */
export const inPercent = (value: string) => `${value} %`;

/** For a choice. @param words what each value is called */
export const inWords = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value;
