import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { type FormErrors, parseForm } from "~/shared/forms";

export interface CheckedForm {
  /** The problems, by field; problems of no single field stand under `form`. */
  errors: FormErrors;
  /** Forgets the problem of a field that has changed without being edited itself. */
  clear(name: string): void;
  /** To be spread over the form. */
  formProps: {
    noValidate: true;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
    onInput(event: FormEvent<HTMLFormElement>): void;
  };
}

/**
 * A form that checks itself with the server's own schema when it is sent: an invalid form stays here, with the
 * first wrong field in focus. Shows the server's findings as well. Editing a field forgets its problem.
 * Without scripts the server's findings are all there is.
 * @param found the errors of the server's last answer
 */
export function useFormErrors(schema: z.ZodType, found: FormErrors | undefined): CheckedForm {
  const [errors, setErrors] = useState<FormErrors>(found ?? {});
  const [taken, setTaken] = useState(found);
  if (found !== taken) {
    setTaken(found);
    setErrors(found ?? {});
  }

  const clear = (name: string) =>
    setErrors((current) => {
      if (!(name in current)) return current;
      const { [name]: _, ...rest } = current;
      return rest;
    });

  return {
    errors,
    clear,
    formProps: {
      noValidate: true,
      onSubmit(event) {
        const parsed = parseForm(schema, new FormData(event.currentTarget));
        setErrors(parsed.ok ? {} : parsed.errors);
        if (parsed.ok) return;
        event.preventDefault();
        focusFirst(event.currentTarget, parsed.errors);
      },
      onInput(event) {
        if (event.target instanceof Element) clear(event.target.getAttribute("name") ?? "");
      },
    },
  };
}

function focusFirst(form: HTMLFormElement, errors: FormErrors): void {
  for (const control of form.elements) {
    if (control instanceof HTMLElement && (control.getAttribute("name") ?? "") in errors) {
      const fold = control.closest("details");
      if (fold) fold.open = true;
      control.focus();
      return;
    }
  }
}
