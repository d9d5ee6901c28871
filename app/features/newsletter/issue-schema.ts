import { z } from "zod";
import { switchField, tickedField } from "~/shared/fields";
import type { FormValues } from "~/shared/forms";
import { translationsField, translationValues } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { optionalLine, optionalText, requiredLine, requiredText, version } from "~/shared/text-fields";
import { emptyFileText, imageLimitBytes, imageTooLargeText, notImageText } from "~/shared/upload-limits";
import { blocksSchema } from "./issue-document.ts";

export const titleLimit = 150;
export const bodyLimit = 20_000;
export const preheaderLimit = 150;

/** What of a letter may stand in other languages as well. */
export const translatedColumns = {
  lines: { title: titleLimit, preheader: preheaderLimit },
  texts: { body: bodyLimit },
};

export const issuesFailure = msg("Failed to load your letters");
export const issueLoadFailure = msg("Failed to load your letter");
export const issueSaved = msg("Letter saved");
export const issueSaveFailure = msg("Failed to save the letter");
export const notInIt = msg("What you have written since isn't in it: save it first.");
export const inArchive = msg("Show in the public archive");
export const archived = { on: msg("In the public archive"), off: msg("Not in the public archive any more") };
export const actionFailure = msg("That did not work. Please try again.");

/** A text without more. */
export const asText = { blocks: null, preheader: "", look: "plain", audience: "all" } as const;

/** What one begins with. It is for the archive, unless its writer says otherwise. */
export const newIssue = { ...asText, title: "", body: "", look: "sheet", in_archive: true } as const;

export const draftGone = msg("This letter is no draft any more.");

/** Why a chosen file can't be a letter's picture; undefined when it may be one. Its content is looked at later. */
export function pictureProblem({ size, type }: { size: number; type: string }): string | undefined {
  if (!type.startsWith("image/")) return t(notImageText);
  if (size === 0) return t(emptyFileText);
  return size > imageLimitBytes ? t(imageTooLargeText) : undefined;
}

export const bodyMissing = msg("Please write something");
export const tooHeavy = msg(
  "This is more than mail programs show of one mail (102 KB): please leave something out, or write two letters.",
);

/** The blocks in a form, as JSON; null where there is no script to make any. */
const blocksField = z
  .string()
  .default("")
  .transform((json, context) => {
    if (!json) return null;
    const parsed = blocksSchema.safeParse(parsedJson(json));
    if (parsed.success) return parsed.data;
    // Too many of them; anything else is nothing that the editor makes.
    const found = parsed.error.issues.find(({ path, code }) => path.length === 0 && code !== "invalid_type");
    context.addIssue({ code: "custom", message: found?.message ?? unreadable });
    return z.NEVER;
  });

const unreadable = msg("This could not be read. Please copy your text and open the letter again.");

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const lookField = z.enum(["plain", "sheet", "poster"]).default("plain");

const audienceField = z
  .string()
  .regex(/^(all|source:[a-z_]{1,40}|(release|show):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
  .default("all");

const others = {
  blocks: blocksField,
  preheader: optionalLine(preheaderLimit).transform((line) => line ?? ""),
  look: lookField,
  audience: audienceField,
  in_archive: tickedField,
  translations: translationsField(translatedColumns),
};

/** Deliveries of an issue, counted by their status. */
export const resultsSchema = z.partialRecord(
  z.enum(["waiting", "claimed", "sent", "failed", "skipped", "unknown"]),
  z.int().min(0).max(2_147_483_647),
);

export const issueSchema = z.object({
  ...others,
  id: z.uuid().optional(),
  version,
  title: requiredLine(msg("Please give it a title"), titleLimit),
  body: requiredText(bodyMissing, bodyLimit),
});
/** What is looked at while it is being written may lack anything. */
export const unfinishedSchema = z.object({
  ...others,
  title: optionalLine(titleLimit).transform((line) => line ?? ""),
  body: optionalText(bodyLimit),
});

export type IssueForm = z.output<typeof issueSchema>;
export type IssueContentFields = Pick<
  IssueForm,
  "title" | "body" | "blocks" | "preheader" | "look" | "audience" | "in_archive" | "translations"
>;

/** An issue as its form holds it. */
export const issueValues = ({
  title,
  body,
  blocks,
  preheader,
  look,
  audience,
  in_archive,
  translations,
}: IssueContentFields): FormValues => ({
  title,
  body,
  blocks: blocks ? JSON.stringify(blocks) : "",
  preheader,
  look,
  audience,
  in_archive: in_archive ? "on" : "",
  ...translationValues(translations, translatedColumns),
});

const later = z
  .string()
  .default("")
  .transform((text, context) => {
    if (!text) return undefined;
    const at = new Date(text);
    if (at.getTime() > Date.now() && at.getTime() < Date.now() + 366 * 86_400_000) return at;
    context.addIssue({ code: "custom", message: t("Please choose a time within the next year") });
    return z.NEVER;
  });

const id = z.uuid();

/** The forms of an issue's screen, by their `intent`. */
export const issueActionSchema = z.discriminatedUnion("intent", [
  issueSchema.extend({ intent: z.literal("save-issue") }),
  z.object({ intent: z.literal("send-test"), id }),
  z.object({ intent: z.literal("send-issue"), id, scheduled_for: later }),
  z.object({ intent: z.literal("set-in-archive"), id, isOn: switchField }),
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
  draft: msg("Draft"),
  scheduled: msg("Scheduled"),
  sending: msg("Sending"),
  paused: msg("Paused"),
  sent: msg("Sent"),
  cancelled: msg("Cancelled"),
} as const;
