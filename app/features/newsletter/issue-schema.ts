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

/** The forms of an issue's screen, by their `intent`. */
export const issueActionSchema = z.discriminatedUnion("intent", [
  issueSchema.extend({ intent: z.literal("save-issue") }),
  z.object({ intent: z.literal("send-test"), id }),
  z.object({ intent: z.literal("send-issue"), id, scheduled_for: later }),
  ...(
    [
      "unschedule-issue",
      "pause-issue",
      "resume-issue",
      "send-issue-again",
      "cancel-issue",
      "delete-issue",
    ] as const
  ).map((intent) => z.object({ intent: z.literal(intent), id })),
]);

export type IssueAction = z.output<typeof issueActionSchema>;

export const statusTexts = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Cancelled",
} as const;
