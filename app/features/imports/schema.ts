import { z } from "zod";
import { msg } from "~/shared/t";

/** For how long an import waits to be taken, and can be undone once it was. */
export const keptHours = 24;
/** Characters that may be pasted: as many as a form has room for. */
const pasteLimit = 300_000;
/** Bytes of a file. */
export const fileLimitBytes = 20 * 1024 * 1024;

export const loadFailure = msg("Failed to load your imports");
export const takeFailure = msg("Nothing was brought in");
export const undoFailure = msg("Failed to undo the import");
export const goneText = msg("This import is not there any more: after a day it goes.");

const id = z.uuid();

/** The kinds and numbers of rows, such as "links:3", separated by spaces. */
const rowsField = z
  .string()
  .max(200_000)
  .default("")
  .transform((text) => text.split(" ").filter(Boolean));

const columnsField = z.record(z.string(), z.coerce.number().int().min(-1).max(100));

/** How a table is read, as it is kept: as what, and in which column each field is. */
export const readingSchema = z.object({ kind: z.string().optional(), columns: columnsField.optional() });
export type Reading = z.output<typeof readingSchema>;

/** The forms of the screen, by their `intent`. */
export const importActionSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("paste-import"),
    text: z
      .string(msg("Please paste something"))
      .refine((text) => text.trim() !== "", msg("Please paste something"))
      .refine(
        (text) => text.length <= pasteLimit,
        msg("This is too much to paste. Please give it as a file."),
      ),
  }),
  z
    .looseObject({ intent: z.literal("read-import"), id, kind: z.string().max(50) })
    .transform(({ intent, id, kind, ...fields }, context) => {
      const columns = columnsField.safeParse(
        Object.fromEntries(
          Object.entries(fields).flatMap(([name, value]) =>
            name.startsWith("column-") ? [[name.slice("column-".length), value]] : [],
          ),
        ),
      );
      if (columns.success) return { intent, id, kind, columns: columns.data };
      context.addIssue({ code: "custom", path: ["form"], message: msg("Please choose the columns again") });
      return z.NEVER;
    }),
  z.object({
    intent: z.literal("take-import"),
    id,
    without: rowsField,
    answer: z.string().max(1_000).default(""),
  }),
  z.object({ intent: z.literal("undo-import"), id }),
  z.object({ intent: z.literal("drop-import"), id }),
]);

export type ImportAction = z.output<typeof importActionSchema>;
