import { z } from "zod";
import { suspensionSchema, warningSchema } from "./users.ts";

/** The decisions about a report, by the `intent` of each form. The `id` is the report's. */
export const reportActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("dismiss-report"), id: z.uuid() }),
  z.object({ intent: z.literal("hide-content"), id: z.uuid() }),
  warningSchema,
  suspensionSchema,
]);

export type ReportAction = z.output<typeof reportActionSchema>;

export const loadFailure = "Failed to load the reports";
export const failure = "Failed to answer the report";
export const doneTexts = {
  "dismiss-report": "Report dismissed",
  "hide-content": "Hidden: nobody else sees it any more",
  "warn-user": "Warning sent",
  "suspend-user": "User suspended",
} as const;
export const resolutionTexts = {
  dismissed: "Dismissed",
  hidden: "Hidden",
  warned: "Warned",
  suspended: "Suspended",
} as const;
