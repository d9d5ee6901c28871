import { refusalOf } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";

/** The faults, in words that give nothing of the infrastructure away. */
const known: Record<string, string> = {
  "42P01": "the table is missing",
  "42703": "a column is missing",
  "42501": "no permission",
  "57014": "it took too long",
  "55P03": "the table is in use; try again in a moment",
};

/** Why a test or a fix failed. Only an admin reads the database's own words: no text of ours, but no address either. */
export function reasonOf(error: unknown, viewer: Viewer | null): string {
  const refusal = refusalOf(error);
  if (error instanceof AppError && !refusal) return error.publicText;
  const failure = refusal ?? error;
  const code = codeOf(failure);
  const words = (code && known[code]) ?? t("Unknown error");
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
