import { z } from "zod";
import { asFormOf, idField, nameField, resource, timeField } from "#server/api/resource.ts";
import { addSubscriber, executeSubscriberAction } from "./commands.server";
import { executeIssueAction, saveIssue } from "./issue-commands.server";
import { bodyLimit, issueSchema, newIssue, preheaderLimit, statusTexts, titleLimit } from "./issue-schema";
import { looks } from "./mail-look.ts";
import { consentLimit, nameLimit, newSubscriberSchema } from "./schema";

const writtenSubscriber = z.strictObject({
  subscriber_email: z.string().min(1).max(254),
  subscriber_name: z.string().max(nameLimit).nullable(),
  consent_note: z
    .string()
    .max(consentLimit)
    .nullable()
    .meta({ description: "When and how they agreed, where they didn't by the form." }),
});

const subscribers = resource({
  path: "subscribers",
  area: "newsletter",
  name: { one: "subscriber", many: "subscribers" },
  about:
    "Who gets the letters. One that is added is asked by mail within the hour to confirm it, and gets none before.",
  table: "newsletter_subscribers",
  owner: "musician_id",
  row: writtenSubscriber.extend({
    id: idField,
    source: z.string().nullable(),
    confirmed_at: timeField.nullable(),
    unsubscribed_at: timeField.nullable(),
    bounced_at: timeField.nullable(),
    created_at: timeField,
  }),
  rows: (tx, userId, asked) =>
    asked(
      tx
        .selectFrom("newsletter_subscribers")
        .select(["id", "subscriber_email", "subscriber_name", "consent_note", "source", "confirmed_at"])
        .select(["unsubscribed_at", "bounced_at", "created_at"])
        .where("musician_id", "=", userId),
    ),
  create: {
    body: writtenSubscriber.partial({ subscriber_name: true }),
    run: (services, userId, values) => addSubscriber(services, userId, asFormOf(newSubscriberSchema, values)),
  },
  remove: (services, userId, id) =>
    executeSubscriberAction(services, userId, { intent: "delete-subscriber", id: { ids: [id] } }),
});

const writtenLetter = z.strictObject({
  title: z.string().min(1).max(titleLimit),
  body: z.string().min(1).max(bodyLimit),
  preheader: z.string().max(preheaderLimit),
  look: nameField(looks),
  audience: z
    .string()
    .max(60)
    .meta({ description: "Such as all, source:bio_page, or show: with an event's id." }),
  in_archive: z.boolean(),
});

/** The blocks of one that was written with the editor stay, with the new words. */
const letterForm = (values: object, blocks: unknown) =>
  asFormOf(issueSchema, { ...values, blocks: blocks ? JSON.stringify(blocks) : "" });

const letters = resource({
  path: "letters",
  area: "newsletter",
  name: { one: "letter", many: "letters" },
  about: "Issues of the newsletter. Drafts are written here, and sent from the dashboard.",
  table: "letters",
  owner: "musician_id",
  row: writtenLetter.extend({
    id: idField,
    status: nameField(statusTexts),
    scheduled_for: timeField.nullable(),
    started_at: timeField.nullable(),
    finished_at: timeField.nullable(),
    created_at: timeField,
    updated_at: timeField,
  }),
  rows: (tx, userId, asked) =>
    asked(
      tx
        .selectFrom("letters")
        .select(["id", "title", "body", "preheader", "look", "audience", "in_archive", "status"])
        .select(["scheduled_for", "started_at", "finished_at", "created_at", "updated_at"])
        .where("musician_id", "=", userId),
    ),
  create: {
    body: writtenLetter.partial().required({ title: true, body: true }),
    async run(services, userId, values) {
      const { id } = await saveIssue(services, userId, letterForm({ ...newIssue, ...values }, null));
      return id;
    },
  },
  update: {
    body: writtenLetter.partial(),
    async run(services, userId, stored, changed) {
      const { blocks } = await services.db
        .asMusician(userId)
        .read((tx) =>
          tx.selectFrom("letters").select("blocks").where("id", "=", stored.id).executeTakeFirstOrThrow(),
        );
      await saveIssue(services, userId, letterForm({ ...stored, ...changed }, blocks));
    },
  },
  remove: (services, userId, id) => executeIssueAction(services, userId, { intent: "delete-issue", id }),
});

export const resources = [subscribers, letters];
