import { importKind } from "#server/import-kinds.ts";
import { archivedRows } from "#server/media/import-file.ts";
import type { Services } from "#server/services.ts";
import { versionOf } from "~/shared/form-version";
import { msg, t } from "~/shared/t";
import { requiredLine } from "~/shared/text-fields";
import { addSubscribers, confirmSubscribers, requireRoomToAsk } from "./commands.server";
import { askImported } from "./confirm.server.ts";
import { consentLimit, consentNeeded, importedSubscriberSchema } from "./schema.ts";
import { archivedSubscriber, subscriberColumns, subscriberRows } from "./subscriber-rows.ts";

interface Held {
  subscriber_email: string;
  subscriber_name: string | null;
  confirmed_at: Date | null;
  unsubscribed_at: Date | null;
}

/** Who has confirmed or left since has changed the row as well. */
function versionNow({ subscriber_email, subscriber_name, confirmed_at, unsubscribed_at }: Held): string {
  return versionOf({
    subscriber_email,
    subscriber_name: subscriber_name ?? "",
    state: `${confirmed_at !== null} ${unsubscribed_at !== null}`,
  });
}

/** Whether somebody counts as confirmed because a file states when they confirmed elsewhere. */
function isBelieved({ config }: Pick<Services, "config">, confirmed: string): boolean {
  return config.keepsStatedConfirmations && Date.parse(confirmed) < Date.now();
}

const subscribers = importKind({
  name: "subscribers",
  many: msg("subscribers|rows of a file"),
  counted: (count) => t("{count, plural, one {# subscriber} other {# subscribers}}", { count }),
  columns: subscriberColumns,
  question: {
    label: msg("When and how they agreed"),
    hint: msg(
      "Only bring in people who have asked for your letters. This note is kept with each of them. Each is asked by mail to confirm, unless the operator of this site believes the confirmation that a file states.",
    ),
    placeholder: msg("Signed up for my letters at Mailchimp"),
    limit: consentLimit,
    schema: requiredLine(consentNeeded, consentLimit),
  },
  find: (file, columns) =>
    file.is === "table"
      ? subscriberRows(file.records, columns)
      : archivedRows(file, "newsletter_subscribers").map(archivedSubscriber),
  schema: importedSubscriberSchema,
  labelOf: ({ subscriber_email = "" }) => subscriber_email,
  detailOf: ({ subscriber_name, agreed }) =>
    [subscriber_name, agreed && t("there since {day}|another newsletter", { day: agreed })]
      .filter(Boolean)
      .join(" · "),
  keyOf: ({ subscriber_email }) => subscriber_email,
  async known(tx, userId, emails) {
    const rows = await tx
      .selectFrom("newsletter_subscribers")
      .select(["subscriber_email", "unsubscribed_at"])
      .where("musician_id", "=", userId)
      .where("subscriber_email", "in", emails)
      .execute();
    return new Map(
      rows.map(({ subscriber_email, unsubscribed_at }) => [
        subscriber_email,
        unsubscribed_at ? t("Has unsubscribed from your letters.") : t("Is on your list already."),
      ]),
    );
  },
  async save(tx, services, userId, forms, { answer }) {
    await requireRoomToAsk(services, tx, userId);
    const people = forms.map(({ agreed, confirmed: _, ...person }) => {
      const note =
        agreed === ""
          ? answer
          : t("{note} (there since {day})|another newsletter", { note: answer, day: agreed });
      return { ...person, consent_note: note.length <= consentLimit ? note : answer };
    });
    const ids = await addSubscribers(tx, userId, people);
    return forms.map(({ confirmed, ...person }) => {
      const id = ids.get(person.subscriber_email);
      const confirmed_at = isBelieved(services, confirmed) ? new Date() : null;
      return id === undefined
        ? undefined
        : { id, version: versionNow({ ...person, confirmed_at, unsubscribed_at: null }) };
    });
  },
  async follow(services, userId, made) {
    const confirmed = made.filter(({ fields }) => isBelieved(services, fields?.confirmed ?? ""));
    await confirmSubscribers(
      services,
      userId,
      confirmed.map(({ id }) => id),
    );
    await askImported(services, userId);
    return [];
  },
  async versions(tx, userId, ids) {
    const rows = await tx
      .selectFrom("newsletter_subscribers")
      .select(["id", "subscriber_email", "subscriber_name", "confirmed_at", "unsubscribed_at"])
      .where("musician_id", "=", userId)
      .where("id", "in", ids)
      .forUpdate()
      .execute();
    return new Map(rows.map(({ id, ...held }) => [id, versionNow(held)]));
  },
  async delete(tx, userId, ids) {
    await tx
      .deleteFrom("newsletter_subscribers")
      .where("musician_id", "=", userId)
      .where("id", "in", ids)
      .execute();
  },
});

export const importKinds = { subscribers };
