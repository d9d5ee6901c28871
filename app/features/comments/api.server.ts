import { z } from "zod";
import { asFormOf, idField, resource, timeField } from "#server/api/resource.ts";
import { deleteComments, removeAnswer, saveAnswer, setApproved } from "./owner-commands.server";
import { answerLimit, answerSchema } from "./owner-schema";

const written = z.strictObject({
  is_approved: z.boolean().meta({ description: "Whether it stands on the page." }),
  answer: z.string().max(answerLimit).nullable().meta({ description: "The artist's; null takes it back." }),
});

export const resources = [
  resource({
    path: "comments",
    area: "comments",
    name: { one: "comment", many: "comments" },
    about: "What visitors have left on the page.",
    table: "fan_comments",
    owner: "musician_id",
    row: written.extend({
      id: idField,
      author_name: z.string(),
      content: z.string(),
      is_hidden: z.boolean().meta({ description: "Hidden by an admin." }),
      track_id: z.uuid().nullable(),
      track_seconds: z.int().nullable(),
      answered_at: timeField.nullable(),
      created_at: timeField,
    }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("fan_comments")
          .select(["id", "author_name", "content", "is_approved", "track_id", "track_seconds", "answer"])
          .select(["answered_at", "created_at"])
          .select((comment) => comment("hidden_at", "is not", null).as("is_hidden"))
          .where("musician_id", "=", userId),
      ),
    update: {
      body: written.partial(),
      async run(services, userId, { id }, { is_approved, answer }) {
        if (is_approved !== undefined) await setApproved(services, userId, { ids: [id] }, is_approved);
        if (answer === null) await removeAnswer(services, userId, id);
        else if (answer !== undefined) {
          await saveAnswer(services, userId, asFormOf(answerSchema, { intent: "save-answer", id, answer }));
        }
      },
    },
    remove: (services, userId, id) => deleteComments(services, userId, { ids: [id] }),
  }),
];
