import { z } from "zod";
import { requiredText } from "~/shared/text-fields";

export const warnReportSchema = z.object({
  intent: z.literal("warn"),
  id: z.uuid(),
  content: requiredText("Please write what the musician is to read", 1000),
});
export const suspendReportSchema = z.object({
  intent: z.literal("suspend"),
  id: z.uuid(),
  reason: requiredText("Please say why: the musician reads it", 500),
});

/** The decisions about a report, by the `intent` of each form. */
export const reportSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("dismiss"), id: z.uuid() }),
  z.object({ intent: z.literal("hide"), id: z.uuid() }),
  warnReportSchema,
  suspendReportSchema,
]);

export type ReportAnswer = z.output<typeof reportSchema>;

/** Only with the password given within the last hour. */
export const sensitiveIntents: readonly unknown[] = ["suspend"];

export const loadFailure = "Failed to load the reports";
export const failure = "Failed to answer the report";
export const doneTexts = {
  dismiss: "Report dismissed",
  hide: "Hidden: nobody else sees it any more",
  warn: "Warning sent",
  suspend: "User suspended",
} as const;
export const resolutionTexts = {
  dismissed: "Dismissed",
  hidden: "Hidden",
  warned: "Warned",
  suspended: "Suspended",
} as const;
