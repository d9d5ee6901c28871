import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { fillForm, valuesIn } from "~/client/form-fields.ts";
import { isNothingDone } from "~/shared/action-answer";
import { versionOf } from "~/shared/form-version";
import type { FormValues } from "~/shared/forms";
import { useAnswer } from "./use-answer.ts";
import type { CheckedForm } from "./use-form-errors.ts";

/** A form over something that is stored, as the screen needs it. */
export interface OverStored {
  /** To be spread over the form. */
  formProps: CheckedForm["formProps"] & { ref: RefObject<HTMLFormElement | null> };
  /** To be sent along as `version`: the stored values that the fields began with. */
  version: string;
  /** Whether the fields hold what isn't stored. */
  hasChanges: boolean;
  /** The values that were stored elsewhere meanwhile, until a choice is made between them and the fields'. */
  conflict: FormValues | undefined;
  /** To be called when a field beside the form has changed. */
  look(): void;
  /** Puts into the fields what was stored elsewhere meanwhile. */
  take(): void;
  /** Puts into the fields what they began with. */
  discard(): void;
  /** Puts into the fields what was typed earlier, over the version that it began with. */
  restore(typed: FormValues): void;
}

/**
 * Watches over a form whose fields hold stored values. Untouched fields follow the stored values;
 * typed text stays, and remembers the version it began with, so that it isn't saved over later changes. After a
 * save, the fields show the stored result; text that was typed during the save stays.
 * @param loaded the stored values, as the form holds them and the loader brought them last
 * @param answer the action's last answer; `{ stored }` after a save that went well
 * @param checkedProps of the form that `useFormErrors` checks
 */
export function useStoredForm(
  loaded: FormValues,
  answer: unknown,
  checkedProps: CheckedForm["formProps"],
): OverStored {
  const form = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(loaded);
  /** The version that restored text began with. */
  const [begun, setBegun] = useState<string>();
  const [hasChanges, setHasChanges] = useState(false);
  const [conflict, setConflict] = useState(() => conflictIn(answer));
  const sent = useRef<FormValues>({});

  const differsFrom = (values: FormValues) => {
    if (!form.current) return false;
    const now = valuesIn(form.current, Object.keys(values));
    return Object.entries(values).some(([name, value]) => now[name] !== value);
  };
  const beginWith = (stored: FormValues, values = stored) => {
    if (form.current) fillForm(form.current, values);
    setBase(stored);
    setBegun(undefined);
    setConflict(undefined);
    setHasChanges(differsFrom(stored));
  };

  const loadedVersion = versionOf(loaded);
  const follow = useEffectEvent(() => {
    if (loadedVersion !== versionOf(base) && !differsFrom(base)) beginWith(loaded);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is stored
  useEffect(() => follow(), [loadedVersion]);
  // Something may have been typed before this script ran.
  const lookFirst = useEffectEvent(() => setHasChanges(differsFrom(base)));
  useEffect(() => lookFirst(), []);

  useAnswer(answer, (answered) => {
    if (isNothingDone(answered)) setConflict(conflictIn(answered));
    else if (isStored(answered)) {
      const { stored } = answered;
      const now = form.current ? valuesIn(form.current, Object.keys(stored)) : {};
      const untouched = Object.entries(stored).filter(([name]) => now[name] === sent.current[name]);
      beginWith(stored, Object.fromEntries(untouched));
    }
  });

  const look = () => setHasChanges(differsFrom(base));
  return {
    formProps: {
      ...checkedProps,
      ref: form,
      onInput(event: FormEvent<HTMLFormElement>) {
        checkedProps.onInput(event);
        look();
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        sent.current = valuesIn(event.currentTarget, Object.keys(base));
        checkedProps.onSubmit(event);
      },
    },
    version: begun ?? versionOf(base),
    hasChanges,
    conflict,
    look,
    take: () => conflict && beginWith(conflict),
    discard: () => beginWith(conflict ?? base),
    restore({ version, ...typed }) {
      if (form.current) fillForm(form.current, typed);
      setBegun(version);
      look();
    },
  };
}

function conflictIn(answer: unknown): FormValues | undefined {
  return isNothingDone(answer) && "refused" in answer ? answer.refused.stored : undefined;
}

function isStored(answer: unknown): answer is { stored: FormValues } {
  return typeof answer === "object" && answer !== null && "stored" in answer;
}
