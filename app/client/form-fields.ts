import type { FormValues } from "~/shared/forms";

/** The values of a form's fields of these names, as they would be sent. An unticked box is empty. */
export function valuesIn(form: HTMLFormElement, names: Iterable<string>): FormValues {
  const sent = new FormData(form);
  return Object.fromEntries(
    [...names].map((name) => {
      const value = sent.get(name);
      return [name, typeof value === "string" ? value.replaceAll("\r\n", "\n") : ""];
    }),
  );
}

/** The values of all of a form's fields in which something is typed or chosen, secrets and files apart. */
export function typedIn(form: HTMLFormElement): FormValues {
  const names = [...form.elements].flatMap((field) => {
    if (field instanceof HTMLInputElement)
      return ["hidden", "password", "file", "search"].includes(field.type) ? [] : [field.name];
    return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement ? [field.name] : [];
  });
  return valuesIn(form, new Set(names.filter(Boolean)));
}

/** Writes into a form's fields as if the user had typed it. A field with the same value stays untouched. */
export function fillForm(form: HTMLFormElement, values: FormValues): void {
  for (const field of form.elements) {
    const value = "name" in field && typeof field.name === "string" ? values[field.name] : undefined;
    if (value === undefined) continue;
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
      const isChosen = value === field.value;
      // A radio is left by choosing another.
      if (field.checked !== isChosen && (isChosen || field.type === "checkbox")) field.click();
    } else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    ) {
      if (field.type === "hidden" || field.value === value) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}
