import type { Database, Writer } from "../../server/db/database.ts";
import type { BeforeEnd, Mail, Mailer } from "../../server/mail/mail.ts";

/** The steps of sending a mail: its worker dies at one of these. */
export type MailStep =
  | "before it begins"
  | "before its end"
  | "once its end is allowed"
  | "once it is accepted";

const never = () => new Promise<never>(() => {});

/**
 * The database and the mailer of a worker whose process ends at the given step of the given mail: from then on neither
 * does anything more. `died` resolves at that moment.
 */
export function dyingWorker(db: Database, mailer: Mailer, step: MailStep, atMail: number) {
  let count = 0;
  let isDead = false;
  const died = Promise.withResolvers<void>();
  const die = () => {
    isDead = true;
    died.resolve();
    return never();
  };
  const asSystem = () => {
    const system = db.asSystem();
    return {
      ...system,
      write: <T>(act: (tx: Writer) => Promise<T>) => (isDead ? never() : system.write(act)),
    };
  };
  const mortal = {
    async send(mail: Mail, beforeEnd?: BeforeEnd) {
      if (isDead) return never();
      count++;
      if (count !== atMail) return mailer.send(mail, beforeEnd);
      if (step === "before it begins") return die();
      if (step === "before its end") return mailer.send(mail, die);
      await mailer.send(mail, async () => {
        await beforeEnd?.();
        if (step === "once its end is allowed") await die();
      });
      return die();
    },
  };
  return { db: { ...db, asSystem }, mailer: mortal, died: died.promise };
}
