import type { Writer } from "../db/database.ts";
import type { JobData } from "../jobs/jobs.ts";
import { languageOfAccount } from "../preferences.ts";
import { inLanguageOf } from "../reading.ts";
import { siteName } from "../site-settings.ts";

type Mail = JobData<"mail.send">;

/**
 * Leaves a mail to an account for the queue, in the account's language.
 * @param write makes the mail, with the site's name: its texts and dates are in that language
 */
export async function mailAccount(
  tx: Writer,
  userId: string,
  write: (siteName: string) => Mail | Promise<Mail>,
): Promise<void> {
  const language = await languageOfAccount(tx, userId);
  const site = await siteName(tx);
  await tx.enqueue("mail.send", await inLanguageOf({ language }, async () => write(site)));
}
