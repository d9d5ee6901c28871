import { z } from "zod";
import { requiredLine, requiredText, version } from "~/shared/text-fields";

export const titleLimit = 150;
export const bodyLimit = 20_000;

export const issuesFailure = "Failed to load your letters";
export const issueLoadFailure = "Failed to load your letter";
export const issueSaved = "Letter saved";
export const issueSaveFailure = "Failed to save the letter";
export const notInIt = "What you have written since isn't in it: save it first.";
export const actionFailure = "That did not work. Please try again.";

export const issueSchema = z.object({
  id: z.uuid().optional(),
  title: requiredLine("Please give it a title", titleLimit),
  body: requiredText("Please write something", bodyLimit),
  version,
});

export type IssueForm = z.output<typeof issueSchema>;

const later = z
  .string()
  .default("")
  .transform((text, context) => {
    if (!text) return undefined;
    const at = new Date(text);
    if (at.getTime() > Date.now() && at.getTime() < Date.now() + 366 * 86_400_000) return at;
    context.addIssue({ code: "custom", message: "Please choose a time within the next year" });
    return z.NEVER;
  });

const id = z.uuid();

export const issueActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), id, scheduled_for: later }),
  ...(["unschedule", "pause", "resume", "send-again", "cancel", "delete-issue"] as const).map((intent) =>
    z.object({ intent: z.literal(intent), id }),
  ),
]);

export type IssueAction = z.output<typeof issueActionSchema>;

export const testSchema = z.object({ id });

export const statusTexts = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Cancelled",
} as const;
