import { z } from "zod";
import { isPlainLine, plainText } from "./plain-text.ts";
import { language, msg, t } from "./t.ts";

// Fields of public forms: limits, and the rule that decides whether a field is empty.
//
// A limit counts as the browser's `maxlength` does, in UTF-16 units with a line break as one. The database counts
// characters, of which there are never more.

/** Neither white space nor a character without a shape of its own, such as a zero-width space or a Hangul filler. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

/** Whether the text shows nothing. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** Said when a text is too long: nobody reads yet while a schema is made. */
const atMost = (limit: number) => ({
  error: () => t("Please use at most {limit} characters", { limit: limit.toLocaleString(language()) }),
});

export const unfitText = msg("Please leave out line breaks and invisible control characters");

/**
 * A single line, perhaps empty. A text with characters that forge a second line or turn letters is refused, not mended.
 */
const line = (limit: number, required?: string) =>
  z
    .string(required)
    .transform((text) => text.replace(/[\t\p{Zs}]+/gu, " ").trim())
    .refine(isPlainLine, unfitText)
    .refine((text) => text.length <= limit, atMost(limit));

/** Words on one line. */
export const requiredLine = (required: string, limit: number) =>
  line(limit, required).refine((text) => !isBlank(text), required);

/** Words on one line; null when there are none. */
export const optionalLine = (limit: number) =>
  line(limit)
    .default("")
    .transform((text) => (isBlank(text) ? null : text));

/** Words on as many lines as they take, perhaps none. */
export const optionalText = (limit: number) =>
  z
    .string()
    .transform(plainText)
    .refine((text) => text.length <= limit, atMost(limit));

/** Words on as many lines as they take; more than one empty line between two of them is one. */
export const requiredText = (required: string, limit: number) =>
  z
    .string(required)
    .transform((text) => plainText(text).replace(/\n[^\S\n]*(\n[^\S\n]*)+/g, "\n\n"))
    .refine((text) => !isBlank(text), required)
    .refine((text) => text.length <= limit, atMost(limit));

/**
 * For an object's `.refine(...)`: says under `form` that one of these fields is empty, beside what is wrong with the
 * fields themselves.
 */
export function needsAll<Field extends string>(
  fields: Field[],
  error: string,
): [
  (value: Partial<Record<Field, unknown>>) => boolean,
  { path: string[]; error: string; when: () => boolean },
] {
  const isWritten = (text: unknown) => typeof text === "string" && !isBlank(text);
  return [
    (value) => fields.every((field) => isWritten(value[field])),
    { path: ["form"], error, when: () => true },
  ];
}

export const emailLimit = 254;
export const invalidEmail = msg("Please enter a valid email address");

/** text@text.text without what a mail's header would read as a second recipient. */
const emailShape =
  /^[^\s@,;:<>()[\]\\"\p{C}\p{Z}]+@[^\s@,;:<>()[\]\\"\p{C}\p{Z}]+\.[^\s@,;:<>()[\]\\"\p{C}\p{Z}]+$/u;

/** An address, trimmed and in lower case. [1 §5] */
export const emailAddress = (required: string) =>
  z
    .string(required)
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => !isBlank(text), required)
    .refine((text) => text.length <= emailLimit && emailShape.test(text), invalidEmail);

/** The version that a form was opened with, as `versionOf` names it. */
export const version = z.string().max(100).optional();
