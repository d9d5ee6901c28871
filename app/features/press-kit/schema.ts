import { z } from "zod";
import { plainLine } from "~/shared/plain-text";
import { language, msg, t } from "~/shared/t";
import { emptyFileText, notPdfText, pdfLimitBytes, pdfTooLargeText } from "~/shared/upload-limits";

export const loadFailure = msg("Failed to load press kit");
export const deleteFailure = msg("Failed to delete press kit");
export const deleted = msg("Press kit deleted");
export const uploaded = msg("Press kit uploaded successfully!");
export const copied = msg("Press kit link copied to clipboard!");
export const copyFailure = msg(
  "Failed to copy link. You can right-click and copy the download link instead.",
);

/** [2 §8] */
export function uploadFailure(reason: string): string {
  return t("Failed to upload press kit: {reason}", { reason: reason || t("Unknown error") });
}

/**
 * The problem of a file as far as its name, size and claimed type tell; undefined when there is none. The browser
 * asks before it sends, the server before it accepts. [2 §5 Press kit]
 */
export function pdfFileProblem(file: { name: string; size: number; type: string }): string | undefined {
  // A browser on a machine that knows no PDF claims nothing.
  const isPdf = file.type === "application/pdf" || (file.type === "" && /\.pdf$/i.test(file.name));
  if (!isPdf) return t(notPdfText);
  if (file.size === 0) return t(emptyFileText);
  if (file.size > pdfLimitBytes) return t(pdfTooLargeText);
  return undefined;
}

const longestName = 200;

/** The file's name where fans download it: one line of text, with the extension `.pdf`. */
export function kitName(name: string): string {
  const whole = plainLine(name.replace(/^.*[\\/]/s, ""), name.length);
  return `${plainLine(whole.replace(/\.pdf$/i, ""), longestName) || t("Press kit")}.pdf`;
}

/** Bytes as fans read them. [2 §9] */
export function megabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  const size = (bytes / 1024 / 1024).toLocaleString(language(), digits);
  return t("{size} MB", { size });
}

export const pressKitActionSchema = z.object({ intent: z.literal("delete-press-kit"), id: z.uuid() });
