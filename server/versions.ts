import { versionOf } from "../app/shared/form-version.ts";
import type { FormValues } from "../app/shared/forms.ts";

/** Something else was saved since a form was opened. Nothing has been changed; both are shown. */
export class ChangedMeanwhile extends Error {
  override name = "ChangedMeanwhile";
  /** The stored values now, as the form holds them. */
  readonly stored: FormValues;

  constructor(stored: FormValues) {
    super("What this form was opened with is stored no longer.");
    this.stored = stored;
  }
}

/**
 * To be asked while the row is locked, before it is changed.
 * @param seen the version that the form was opened with; a form that names none is saved over whatever is there
 * @param stored what the form would hold now
 * @param wanted what it would hold once it is saved; saving what is stored already is no conflict
 * @throws ChangedMeanwhile
 */
export function requireVersion(seen: string | undefined, stored: FormValues, wanted: FormValues): void {
  const now = versionOf(stored);
  if (seen === undefined || seen === now || versionOf(wanted) === now) return;
  throw new ChangedMeanwhile(stored);
}
