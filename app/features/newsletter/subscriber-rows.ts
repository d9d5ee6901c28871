import type { FoundRow, ImportColumn, ImportColumns } from "#server/import-kinds.ts";
import { type ArchivedRow, archivedText } from "#server/media/import-file.ts";
import { plainLine } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { nameLimit } from "./schema.ts";

/** The columns of lists as Mailchimp, Bandcamp, Substack, Ghost and Kit give them out, and of plain ones. */
export const subscriberColumns: Readonly<Record<string, ImportColumn>> = {
  email: { label: msg("E-mail address"), heads: /e-?mail(?!_disabled|s)/, isRequired: true },
  name: { label: msg("Name"), heads: /^((full|first|subscriber)[ _]?)?name$/ },
  last: { label: msg("Last name"), heads: /^(last[ _]?name|surname)$/ },
  state: { label: msg("State"), heads: /^((subscription|subscriber|member|email)[ _]?)?(status|state)$/ },
  subscribed: {
    label: msg("Subscribed (yes or no)"),
    heads: /^(subscribed([ _]to[ _]emails)?|opted[ _]in)$/,
  },
  disabled: { label: msg("Mails switched off (yes or no)"), heads: /^email[ _]disabled$/ },
  left: {
    label: msg("Unsubscribed at"),
    heads: /^(unsub[ _]time|unsubscribed?([ _](at|date|on))?|deleted_at)$/,
  },
  returned: {
    label: msg("Mails came back at"),
    heads: /^(clean[ _]time|cleaned([ _]at)?|bounced([ _]at)?)$/,
  },
  confirmed: { label: msg("Confirmed at"), heads: /^confirm(ed)?[ _](time|at|date)$/ },
  agreed: {
    label: msg("Subscribed since"),
    heads: /^(created[ _]?at|date[ _]added|start[ _]date|subscribed[ _](at|on|since|date))$/,
  },
};

/** What services write of people who get mails. Of any other state it isn't known, so it stays out. */
const states = /^(subscribed|active|confirmed|enabled|yes|true|1)?$/i;
const isYes = (text: string) => /^(yes|true|1|on)$/i.test(text);
const isNo = (text: string) => /^(no|false|0|off)$/i.test(text);

/** The people of a list. Who doesn't get its mails there doesn't come in. A list without a head has addresses alone. */
export function subscriberRows(records: readonly string[][], columns: ImportColumns): FoundRow[] {
  const first = records[0] ?? [];
  const bare = first.findIndex((field) => field.includes("@"));
  const emailAt = bare >= 0 ? bare : (columns.email ?? -1);
  if (emailAt < 0) return [];
  return (bare >= 0 ? records : records.slice(1)).map((record, at) => {
    const field = (name: string) => (bare >= 0 ? "" : (record[columns[name] ?? -1] ?? "").trim());
    const keptOut = stateOf(field);
    const confirmed = plainLine(field("confirmed"), 40);
    const agreed = readableTime(plainLine(field("agreed"), 40));
    return {
      row: at + (bare >= 0 ? 1 : 2),
      fields: {
        subscriber_email: record[emailAt] ?? "",
        subscriber_name: plainLine(nameOf(field("name"), field("last")), nameLimit),
        agreed: agreed || readableTime(confirmed),
        confirmed,
      },
      ...(keptOut && { keptOut }),
    };
  });
}

/** One of an account's archive. Who hasn't confirmed there doesn't come in either. */
export function archivedSubscriber(subscriber: ArchivedRow, at: number): FoundRow {
  const text = (column: string) => archivedText(subscriber, column);
  const keptOut = [
    text("unsubscribed_at") && t("Has unsubscribed there."),
    text("bounced_at") && t("Mails to this address came back there."),
    !text("confirmed_at") && t("Has not confirmed there."),
  ].find(Boolean);
  return {
    row: at + 1,
    fields: {
      subscriber_email: text("subscriber_email"),
      subscriber_name: text("subscriber_name"),
      agreed: text("created_at").slice(0, 10),
      confirmed: plainLine(text("confirmed_at"), 40),
    },
    ...(keptOut && { keptOut }),
  };
}

/** A machine's time (ISO 8601) for people; what a service writes in its own way as it is. */
const readableTime = (text: string) => text.replace(/^([\d-]{10})T([\d:]{8})(\.\d+)?Z$/, "$1 $2 UTC");

/** Some lists have the whole name beside its parts. */
function nameOf(name: string, last: string): string {
  return name.endsWith(last) ? name : `${name} ${last}`.trim();
}

/** Why somebody stays out; undefined for one who gets mails there. */
function stateOf(field: (name: string) => string): string | undefined {
  if (field("left") !== "") return t("Has unsubscribed there.");
  if (field("returned") !== "") return t("Mails to this address came back there.");
  if (isYes(field("disabled")) || isNo(field("subscribed"))) return t("Gets no mails there.");
  const state = field("state");
  return states.test(state) ? undefined : t("Its state there is “{state}”.", { state: plainLine(state, 40) });
}
