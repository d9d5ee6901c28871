import { z } from "zod";

/** How far the restore of a backup is that a browser has sent. */
export const restoreStateSchema = z.object({
  phase: z.enum(["none", "checking", "restoring", "done", "failed"]),
  doneBytes: z.number(),
  totalBytes: z.number(),
  failure: z.string().nullable(),
});
export type RestoreState = z.output<typeof restoreStateSchema>;
