const sensitiveIntents: readonly unknown[] = [
  "set-role",
  "delete-user",
  "suspend-user",
  "lift-suspension",
  "save-settings",
  "save-site",
  "make-invitation",
  "withdraw-invitation",
  "make-backup",
  "delete-backup",
];

/** Whether a form is accepted only with the password given within the last hour. */
export const isSensitive = (intent: unknown) => sensitiveIntents.includes(intent);
