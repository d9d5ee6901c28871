import type { ImportedRows } from "#server/backup/import.ts";
import { past } from "~/shared/archived";
import { requiredLine } from "~/shared/written";
import { issueSchema } from "./issue-schema.ts";
import { consentLimit, nameLimit, subscriptionSchema } from "./schema.ts";

const line = requiredLine("Please write something", nameLimit);

/** Subscribers have to confirm again; a file confirms nobody. Issues are drafts again. */
export const importedRows: ImportedRows[] = [
  {
    table: "newsletter_subscribers",
    owner: "musician_id",
    schema: subscriptionSchema.extend({
      source: line.optional(),
      consent_note: requiredLine("Please write something", consentLimit).optional(),
      unsubscribed_at: past.optional(),
      created_at: past.optional(),
    }),
  },
  {
    table: "letters",
    owner: "musician_id",
    schema: issueSchema
      .omit({ id: true, version: true })
      .extend({ created_at: past.optional(), updated_at: past.optional() }),
  },
];
