import { refusalOf } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { msg, t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";

/** The faults, in words that give nothing of the infrastructure away. */
const known: Record<string, string> = {
  "42P01": msg("the table is missing|after a colon"),
  "42703": msg("a column is missing|after a colon"),
  "42501": msg("no permission|after a colon"),
  "57014": msg("it took too long|after a colon"),
  "55P03": msg("the table is in use; try again in a moment|after a colon"),
};

/** Why a test or a fix failed. Only an admin reads the database's own words: no text of ours, but no address either. */
export function reasonOf(error: unknown, viewer: Viewer | null): string {
  const refusal = refusalOf(error);
  if (error instanceof AppError && !refusal) return error.publicText;
  const failure = refusal ?? error;
  const code = codeOf(failure);
  const words = t((code && known[code]) || msg("Unknown error"));
  if (!viewer?.isAdmin || !code || !(failure instanceof Error)) return words;
  return `${words} (${code}: ${failure.message})`;
}

/** The SQLSTATE of a driver error, also of one that was turned into a text for people. */
export function codeOf(error: unknown): string | undefined {
  const failure = refusalOf(error) ?? error;
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const soonMs = 4_000;

/** Waits no longer than a person does. @throws AppError `unavailable` */
export async function soon<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new AppError("unavailable", t("There was no answer in time."))),
    soonMs,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
