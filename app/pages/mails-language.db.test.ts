import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mail } from "#server/mail/mail.ts";
import { noteEvent } from "#server/notifications.ts";
import { setPreferences } from "#server/preferences.ts";
import { inLanguage } from "#server/reading.ts";
import { tellOfEvents } from "~/features/account/notifications.server";
import { resetSecondFactorByOperator } from "~/features/auth/second-factor.server";
import { requestBooking } from "~/features/bookings/commands.server";
import { jobHandlers } from "~/features/bookings/jobs.server";
import { bookingSchema } from "~/features/bookings/schema";
import { askForReminder, askToConfirmReminder, confirmReminder } from "~/features/music/reminders.server";
import { reminderSchema } from "~/features/music/reminders-schema";
import { tellOfRelease } from "~/features/music/tell-release.server";
import { confirmSubscription, subscribe, subscribeConfirmed } from "~/features/newsletter/commands.server";
import { askToConfirm } from "~/features/newsletter/confirm.server";
import { executeIssueAction } from "~/features/newsletter/issue-commands.server";
import { subscriptionSchema } from "~/features/newsletter/schema";
import { sendIssue } from "~/features/newsletter/send-issue.server";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeComment, makeIssue, makeSubscriber } from "../../tests/factories/audience.ts";
import { makeRelease, makeTrack } from "../../tests/factories/page.ts";
import { offerLanguage } from "../../tests/harness/language.ts";
import { freshServices } from "../../tests/harness/services.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
const mails: Mail[] = [];
const mailer = {
  async send(mail: Mail, beforeEnd?: () => Promise<void>) {
    await beforeEnd?.();
    mails.push(mail);
  },
};
beforeAll(async () => {
  services = await freshServices({ SMTP_URL: "smtp://mail.example" });
});
afterAll(() => services[Symbol.asyncDispose]());

/** The mails that wait to be sent, the oldest first. */
async function queued(): Promise<Mail[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ data: Mail }>`
      select data from pgboss.job where name = 'mail.send' order by created_on`.execute(tx),
  );
  return rows.map(({ data }) => data);
}

const to = (address: string) => mails.filter((mail) => mail.to === address).at(-1);
const tokenFor = (address: string) => /token=([\w-]+)/.exec(to(address)?.text ?? "")?.[1] ?? "";

test("a subscriber gets what asks them to confirm, and each letter, in the language of their form", async () => {
  const swedish = offerLanguage("sv", {
    "Confirm your subscription to {artistName}": "Bekräfta dina brev från {artistName}",
    "Unsubscribe: {link}": "Avsluta: {link}",
    Listen: "Lyssna",
    "Track|of music": "Låt",
  });
  const { id } = await makeMusician(services.db, { artist_name: "The Tides" });
  const subscribed = async (subscriber_email: string, language: typeof swedish) => {
    const form = subscriptionSchema.parse({ subscriber_email });
    await inLanguage(language, () => subscribe(services, id, "192.0.2.1", form));
    // As a job, which no request is around.
    await askToConfirm({ ...services, mailer }, { musicianId: id, email: subscriber_email });
    await confirmSubscription(services, tokenFor(subscriber_email));
  };
  await subscribed("elin@example.org", swedish);
  await subscribed("emma@example.org", "en");
  await makeSubscriber(services.db, {
    ...{ musician_id: id, subscriber_email: "gone@example.org", language: "eo", confirmed_at: new Date() },
  });
  expect(to("elin@example.org")?.subject).toBe("Bekräfta dina brev från The Tides");
  expect(to("emma@example.org")?.subject).toBe("Confirm your subscription to The Tides");

  const track = await makeTrack(services.db, { user_id: id, title: "Ebb" });
  const blocks = JSON.stringify([{ kind: "track", id: track.id }]);
  const issue = await makeIssue(services.db, { musician_id: id, blocks });
  await executeIssueAction(services, id, { intent: "send-issue", id: issue.id, scheduled_for: undefined });
  await sendIssue({ ...services, mailer }, issue.id);
  expect(to("elin@example.org")?.text).toMatch(/Låt\nLyssna: [\s\S]*Avsluta: /);
  expect(to("emma@example.org")?.text).toMatch(/Track\nListen: [\s\S]*Unsubscribe: /);
  // A language that isn't offered any more.
  expect(to("gone@example.org")?.text).toContain("Unsubscribe: ");
});

test("a letter that is translated goes to each subscriber in their language, else as it was written", async () => {
  const { id: musician_id } = await makeMusician(services.db, {
    ...{ artist_name: "Nova", page_language: "fr", other_languages: ["de", "en"] },
  });
  const subscriber = (name: string, language: string | null) =>
    makeSubscriber(services.db, {
      ...{ musician_id, subscriber_email: `${name}@nova.example`, language, confirmed_at: new Date() },
    });
  await subscriber("german", "de");
  await subscriber("english", "en");
  await subscriber("spanish", "es");
  await subscriber("unknown", null);
  const track = await makeTrack(services.db, {
    ...{ user_id: musician_id, title: "Eau", translations: { de: { title: "Wasser" } } },
  });
  const blocks = [
    { kind: "heading", words: [{ text: "Bonjour" }] },
    { kind: "track", id: track.id },
    { kind: "paragraph", words: [{ text: "À bientôt" }] },
  ];
  const issue = await makeIssue(services.db, {
    ...{ musician_id, title: "Nouvelles", body: "Bonjour\n\nÀ bientôt", blocks: JSON.stringify(blocks) },
    translations: {
      de: { title: "Neuigkeiten", preheader: "Lest!", body: "Hallo\n\nBis bald" },
      en: { title: "News" },
      es: { title: "Noticias" },
    },
  });
  await executeIssueAction(services, musician_id, {
    ...{ intent: "send-issue", id: issue.id, scheduled_for: undefined },
  });
  await sendIssue({ ...services, mailer }, issue.id);
  const subjects = ["german", "english", "spanish", "unknown"].map((name) => to(`${name}@nova.example`));
  expect(subjects.map((mail) => mail?.subject)).toEqual(["Neuigkeiten", "News", "Nouvelles", "Nouvelles"]);
  expect(to("german@nova.example")?.text).toMatch(
    /^Neuigkeiten\n\nHallo\n=+\n\nWasser\n[\s\S]*\n\nBis bald\n\n-- /,
  );
  expect(to("german@nova.example")?.html).toContain("Lest!");
  expect(to("english@nova.example")?.text).toMatch(/^News\n\nBonjour\n[\s\S]*\n\nEau\n[\s\S]*À bientôt/);
  // The words around are then in the page's language as well.
  expect(to("unknown@nova.example")?.text).toMatch(/^Nouvelles\n\nBonjour\n[\s\S]*Se désabonner/);
});

test("a reminder is asked about and told in the language of its form, and so are the letters ticked with it", async () => {
  const swedish = offerLanguage("sv", {
    "Shall we tell you when “{release}” is out?": "Vill du veta när ”{release}” är ute?",
    "“{title}” is out": "”{title}” är ute",
  });
  const release = await makeRelease(services.db, { title: "Ebb", release_date: "2199-01-01" });
  const email = "elin@sea.example";
  const form = reminderSchema.parse({ reminder_email: email, newsletter: "on" });
  const asked = { releaseId: release.id, artistId: release.user_id };
  await inLanguage(swedish, () => askForReminder(services, asked, "192.0.2.2", form));
  await askToConfirmReminder({ ...services, mailer }, { releaseId: release.id, email, newsletter: true });
  expect(to(email)?.subject).toBe("Vill du veta när ”Ebb” är ute?");
  await confirmReminder(services, tokenFor(email), (tx, who) => subscribeConfirmed(tx, services.config, who));
  const subscriber = await services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("newsletter_subscribers")
        .select("language")
        .where("subscriber_email", "=", email)
        .executeTakeFirst(),
    );
  expect(subscriber).toEqual({ language: "sv" });

  await services.db
    .asSystem()
    .write((tx) =>
      sql`update releases set release_date = current_date - 1 where id = ${release.id}`.execute(tx),
    );
  await tellOfRelease({ ...services, mailer }, release.id);
  expect(to(email)?.subject).toBe("”Ebb” är ute");
});

test("who asks to book gets a receipt in the language of their form; the musician's mail is English", async () => {
  const swedish = offerLanguage("sv", {
    "Your booking request to {artist}": "Din förfrågan till {artist}",
    "Booking request from {name}": "Förfrågan från {name}",
  });
  const { id, email } = await makeMusician(services.db, { artist_name: "The Tides" });
  const fields = { requester_name: "Pat", requester_email: "pat@example.org", message: "Would you play?" };
  const form = bookingSchema.parse({ ...fields, event_type: "performance" });
  await inLanguage(swedish, () => requestBooking(services, id, "192.0.2.3", form));
  const { rows } = await services.db
    .asSystem()
    .read((tx) =>
      sql<{ data: { bookingId: string } }>`select data from pgboss.job where name = 'bookings.tell'`.execute(
        tx,
      ),
    );
  const jobs = jobHandlers({ ...services, mailer, stopping: new AbortController().signal });
  for (const { data } of rows) await jobs["bookings.tell"]?.(data);
  expect((await queued()).map(({ to, subject }) => [to, subject]).sort()).toEqual(
    [
      [email, "Booking request from Pat"],
      ["pat@example.org", "Din förfrågan till The Tides"],
    ].sort(),
  );
});

test("an account's mails are in its own language, also where a visitor causes them", async () => {
  const swedish = offerLanguage("sv", {
    "Your {siteName} account has no second factor any more":
      "Ditt konto på {siteName} har ingen andra faktor mer",
    "{count, plural, one {{shown} new comment} other {{shown} new comments}}":
      "{count, plural, one {{shown} ny kommentar} other {{shown} nya kommentarer}}",
    "{counts} on {siteName}": "{counts} på {siteName}",
    "Stop them: {link}": "Stoppa dem: {link}",
  });
  const { id, email } = await makeMusician(services.db);
  const comments = [
    await makeComment(services.db, { musician_id: id }),
    await makeComment(services.db, { musician_id: id }),
  ];
  await services.db.asSystem().write(async (tx) => {
    await setPreferences(tx, id, { language: swedish, comments: "at_once" });
    for (const { id: sourceId } of comments)
      await noteEvent(tx, services.config, { userId: id, kind: "comments", sourceId });
    await tx
      .updateTable("notification_mails")
      .set({ due_at: new Date() })
      .where("user_id", "=", id)
      .execute();
  });
  await inLanguage("en", () => tellOfEvents(services, { userId: id, about: "comments" }));
  await resetSecondFactorByOperator(services, email);
  const mails = (await queued()).filter((mail) => mail.to === email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "2 nya kommentarer på Handbill",
    "Ditt konto på Handbill har ingen andra faktor mer",
  ]);
  expect(mails[0]?.text).toContain("Stoppa dem: http");
});
