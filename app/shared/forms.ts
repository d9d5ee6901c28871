import type { z } from "zod";
import { t } from "./t.ts";

/** The problems, by field: the first of each. Problems of no single field stand under `form`. */
export type FormErrors = Record<string, string>;

/** The typed values, to be shown again. Never hold a password. */
export type FormValues = Record<string, string>;

/** A form that was not accepted, as an action answers it. */
export interface RefusedForm {
  errors: FormErrors;
  values: FormValues;
  /** Where the stored values were changed since the form was opened: the stored values now, as the form holds them. */
  stored?: FormValues;
}

export type ParsedForm<T> = { ok: true; value: T } | ({ ok: false } & RefusedForm);

/**
 * Checks a posted form against its schema: in the browser before it is sent, and on the server whatever arrives.
 * Of a field that came several times, the last one counts.
 * Line breaks count as one character, as they do while one types; a form sends each as two.
 */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): ParsedForm<z.output<Schema>> {
  const fields = [...form].map(
    ([name, value]) => [name, typeof value === "string" ? value.replaceAll("\r\n", "\n") : value] as const,
  );
  const parsed = schema.safeParse(withinOthers(fields));
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: FormErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const whole = path.join(".");
    errors[form.has(whole) ? whole : String(path[0] ?? "form")] ??= problemText(message);
  }
  return { ok: false, errors, values: formValues(form) };
}

/** Fields as a schema takes them: one named `translations.de.title` is within others, at most two deep. */
export function withinOthers(
  fields: Iterable<readonly [string, unknown]>,
  deep = 2,
): Record<string, unknown> {
  const within = new Map<string, (readonly [string, unknown])[]>();
  const own: (readonly [string, unknown])[] = [];
  for (const [name, value] of fields) {
    const dot = deep === 0 ? -1 : name.indexOf(".");
    const outer = name.slice(0, dot);
    if (dot === -1) own.push([name, value]);
    else within.set(outer, [...(within.get(outer) ?? []), [name.slice(dot + 1), value]]);
  }
  const outer = [...within].map(([name, inner]) => [name, withinOthers(inner, deep - 1)] as const);
  return Object.fromEntries([...own, ...outer]);
}

/** A schema's text in the reader's language. What zod itself says of a forged form may hold what means something to `t`. */
export function problemText(message: string): string {
  return /[{|<]/.test(message) ? message : t(message);
}

/** The texts of a posted form without files, and without any field that has `password` in its name. */
export function formValues(form: FormData): FormValues {
  const values: FormValues = {};
  for (const [name, value] of form) {
    if (typeof value === "string" && !/password/i.test(name)) values[name] = value;
  }
  return values;
}
