import { z } from "zod";
import { msg } from "~/shared/t";
import { suspensionSchema, warningSchema } from "./users.ts";

/** The decisions about a report, by the `intent` of each form. The `id` is the report's. */
export const reportActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("dismiss-report"), id: z.uuid() }),
  z.object({ intent: z.literal("hide-content"), id: z.uuid() }),
  warningSchema,
  suspensionSchema,
]);

export type ReportAction = z.output<typeof reportActionSchema>;

export const loadFailure = msg("Failed to load the reports");
export const failure = msg("Failed to answer the report");
export const doneTexts = {
  "dismiss-report": msg("Report dismissed"),
  "hide-content": msg("Hidden: nobody else sees it any more"),
  "warn-user": msg("Warning sent"),
  "suspend-user": msg("User suspended"),
} as const;
export const resolutionTexts = {
  dismissed: { alone: msg("Dismissed|a report"), by: msg("Dismissed by {admin}|a report") },
  hidden: { alone: msg("Hidden|what was reported"), by: msg("Hidden by {admin}|what was reported") },
  warned: { alone: msg("Warned|who was reported"), by: msg("Warned by {admin}|who was reported") },
  suspended: { alone: msg("Suspended|who was reported"), by: msg("Suspended by {admin}|who was reported") },
} as const;
