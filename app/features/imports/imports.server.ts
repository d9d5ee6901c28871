import { z } from "zod";
import { importKind } from "#server/import-kinds.ts";
import { msg, t } from "~/shared/t";

/** The files of an archive that are neither sound nor picture: listed, so that none goes without a word. */
const otherFiles = importKind<never>({
  name: "other-files",
  many: msg("other files|rows of a file"),
  counted: (count) => t("{count, plural, one {# other file} other {# other files}}", { count }),
  find: (file) =>
    file.is === "archive"
      ? file.entries.flatMap(({ name, type, problem }, at) =>
          type === "other"
            ? [{ row: at + 1, fields: { name }, keptOut: problem ?? t("It isn't read here.") }]
            : [],
        )
      : [],
  schema: z.never(),
  labelOf: ({ name = "" }) => name,
  detailOf: () => "",
  keyOf: () => "",
  known: async () => new Map(),
  save: async () => [],
  versions: async () => new Map(),
  delete: async () => {},
});

export const importKinds = { "other-files": otherFiles };
