import type { JobData } from "../jobs/jobs.ts";
import type { JobServices } from "../services.ts";
import { withinTheDay } from "./daily.ts";

/** Hands a mail of the queue over. One over the day's limit waits for the next day. */
export async function sendQueued(
  services: Pick<JobServices, "db" | "config" | "mailer">,
  job: JobData<"mail.send">,
): Promise<void> {
  const { onPageOf, ...mail } = job;
  if (onPageOf === undefined) return services.mailer.send(mail);
  const occasion = { musicianId: onPageOf, by: "page" } as const;
  const later = await withinTheDay(services, occasion, () => services.mailer.send(mail));
  if (later) await services.db.asSystem().write((tx) => tx.enqueue("mail.send", job, later));
}
