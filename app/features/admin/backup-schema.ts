import { z } from "zod";
import { msg } from "~/shared/t";

const aBackup = { id: z.uuid() };

/** `link-backup` wants the password each time, the others as any sensitive action. */
export const backupActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("make-backup") }),
  z.object({ intent: z.literal("link-backup"), ...aBackup }),
  z.object({ intent: z.literal("delete-backup"), ...aBackup }),
]);

/** Archives that are kept: each is as large as the whole site. */
export const mostBackups = 10;
/** Seconds in which a link to an archive must be followed. */
export const linkLivesFor = 60;

export const loadFailure = msg("Failed to load the backups");
export const makeFailure = msg("Failed to begin the backup");
export const downloadFailure = msg("Failed to prepare the download");
export const deleteFailure = msg("Failed to delete the backup");
export const backupDeleted = msg("Backup deleted");
export const whyAnew = msg(
  "The archive holds everything that people entrusted to this site. It is downloaded once you have given your password.",
);

/** A one-time link to an archive. */
export const archivePath = (id: string, secret: string) =>
  `/admin/backups/${id}/archive?${new URLSearchParams({ secret })}`;
