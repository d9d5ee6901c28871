import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reader } from "#server/db/database.ts";
import { makeMusician } from "../tests/factories/accounts.ts";
import { makeIssue } from "../tests/factories/audience.ts";
import { makeEvent } from "../tests/factories/page.ts";
import { freshServices } from "../tests/harness/services.ts";
import { choicesOf, fieldsOf, valuesOf } from "./features/appearance/choices.ts";
import * as appearance from "./features/appearance/dashboard.tsx";
import * as comments from "./features/comments/dashboard.tsx";
import { settingsValues } from "./features/comments/owner-schema.ts";
import * as events from "./features/events/dashboard.tsx";
import { eventValues } from "./features/events/schema.ts";
import * as messages from "./features/messages/dashboard.tsx";
import { settingsValues as messageSettingsValues } from "./features/messages/schema.ts";
import * as issue from "./features/newsletter/issue.route.tsx";
import * as profile from "./features/profile/dashboard.tsx";
import { servicesContext } from "./services.server.ts";
import { versionOf } from "./shared/form-version.ts";
import type { FormValues } from "./shared/forms.ts";
import { viewerContext } from "./viewer.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

function call<Pattern extends string, Params>(
  userId: string,
  pattern: Pattern,
  params: Params,
  fields: FormValues = {},
) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL("http://localhost:3000/");
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params, pattern };
}

/** A form of the dashboard as it was opened. */
interface Opened {
  /** The form's values. */
  values: FormValues;
  /** The hidden fields. */
  hidden: FormValues;
  /** One of its texts. */
  field: string;
  send(fields: FormValues): Promise<unknown>;
  /** The stored value of that text. */
  stored(): Promise<string | null | undefined>;
}

const read = <Row>(query: (tx: Reader) => Promise<Row>) => services.db.asSystem().read(query);

const forms: Record<string, (userId: string) => Promise<Opened>> = {
  async profile(userId) {
    const { stored } = await profile.loader(call(userId, "/profile", {}));
    return {
      values: stored,
      hidden: { intent: "save-profile" },
      field: "location",
      // Boxes that aren't ticked aren't sent.
      send: async (fields) => {
        const sent = Object.entries(fields).filter(([name]) => !name.startsWith("other_languages."));
        return profile.action(call(userId, "/profile", {}, Object.fromEntries(sent)));
      },
      stored: async () => (await profile.loader(call(userId, "/profile", {}))).stored.location,
    };
  },
  async appearance(userId) {
    const load = async () => {
      const loaded = await appearance.loader(call(userId, "/settings", {}));
      if (!loaded.profile) throw new Error("There is no profile.");
      return choicesOf(loaded.profile.stored);
    };
    const choices = await load();
    return {
      values: valuesOf(choices),
      hidden: { ...fieldsOf(choices), user_id: userId },
      field: "custom_accent_color",
      send: async (fields) => {
        // An unticked box isn't sent.
        const sent = Object.entries(fields).filter(([name, value]) => !name.startsWith("show_") || value);
        return appearance.action(call(userId, "/settings", {}, Object.fromEntries(sent)));
      },
      stored: async () => (await load()).custom_accent_color,
    };
  },
  async event(userId) {
    const { id } = await makeEvent(services.db, { user_id: userId, location: "Lund" });
    const load = () =>
      read((tx) => tx.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
    return {
      values: eventValues(await load()),
      hidden: { intent: "save-event", id },
      field: "location",
      send: async ({ is_featured: _, ...fields }) => events.action(call(userId, "/events", {}, fields)),
      stored: async () => (await load()).location,
    };
  },
  async issue(userId) {
    const { id: issueId } = await makeIssue(services.db, { musician_id: userId });
    const load = () => issue.loader(call(userId, "/newsletter/letters/:issueId", { issueId }));
    return {
      values: (await load()).stored,
      hidden: { intent: "save-issue", id: issueId },
      field: "body",
      send: async ({ in_archive: _, ...fields }) =>
        issue.action(call(userId, "/newsletter/letters/:issueId", { issueId }, fields)),
      stored: async () => (await load()).stored.body,
    };
  },
  async "comment settings"(userId) {
    const load = async () => {
      const { shown } = await comments.loader(call(userId, "/comments", {}));
      if (!shown) throw new Error("They could not be loaded.");
      return settingsValues(shown.settings);
    };
    return {
      values: await load(),
      hidden: { intent: "save-settings" },
      field: "blocked_words",
      send: async ({ reviews_all: _, ...fields }) => comments.action(call(userId, "/comments", {}, fields)),
      stored: async () => (await load()).blocked_words,
    };
  },
};

// Each is a word, a place and a colour.
const [one, other, third] = ["#aaaaaa", "#bbbbbb", "#cccccc"];

test.each(Object.keys(forms))(
  "%s: another tab's save of the meantime is shown, not overwritten",
  async (name) => {
    const { id } = await makeMusician(services.db);
    const opened = await forms[name]?.(id);
    if (!opened) throw new Error("There is no such form.");
    const { values, hidden, field, send, stored } = opened;
    const version = versionOf(values);
    const save = (value: string, seen = version) =>
      send({ ...values, ...hidden, version: seen, [field]: value });

    expect(await save(one)).not.toHaveProperty("data.refused");
    expect(await save(other)).toMatchObject({
      init: { status: 409 },
      data: { refused: { values: { [field]: other }, stored: { ...values, [field]: one } } },
    });
    expect(await stored()).toBe(one);
    // Sent once more, as after an answer that was lost.
    expect(await save(one)).not.toHaveProperty("data.refused");

    // A form that has seen it may save over it, and of two at once one is refused.
    const seen = versionOf({ ...values, [field]: one });
    const outcomes = await Promise.all([save(other, seen), save(third, seen)]);
    const refused = outcomes.filter((outcome) => typeof outcome === "object" && outcome && "init" in outcome);
    expect(refused).toMatchObject([{ init: { status: 409 } }]);
    const winner = outcomes.indexOf(refused[0]) === 0 ? third : other;
    expect(await stored()).toBe(winner);
  },
);

test("message settings: another tab's switches of the meantime are shown, not switched back", async () => {
  const { id } = await makeMusician(services.db);
  const version = versionOf(messageSettingsValues({ hidesEmail: false, mailsNew: true }));
  const save = (fields: FormValues, seen: string) =>
    messages.action(call(id, "/messages", {}, { intent: "save-settings", version: seen, ...fields }));
  expect(await save({ hidesEmail: "on", mailsNew: "on" }, version)).toEqual({ done: true });
  const stored = { hidesEmail: "on", mailsNew: "on" };
  expect(await save({}, version)).toMatchObject({ init: { status: 409 }, data: { refused: { stored } } });
  expect(await save({}, versionOf(stored))).toEqual({ done: true });
});
