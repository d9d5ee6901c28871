import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Updateable } from "kysely";
import type { ServerBuild } from "react-router";
import { afterAll, expect, test } from "vitest";
import { livePath } from "../../app/shared/server-paths.ts";
import { builtScreensModule } from "../../server/build.ts";
import type { Users } from "../../server/db/schema.ts";
import { makeMusician } from "../factories/accounts.ts";
import { type Account, announce, newAccount } from "../harness/account.ts";
import { openDatabaseOf, openOwnerOf, startHandbill } from "../harness/handbill.ts";

// A right that ends while a request is on its way. The routes are the built ones: a new one stands in these tests by itself.

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());
const handbill = opened.use(await startHandbill());
const db = opened.adopt(await openDatabaseOf(handbill), (database) => database.close());

const owner = opened.adopt(await openOwnerOf(handbill), (client) => client.end());

const { routes }: Pick<ServerBuild, "routes"> = await builtScreensModule();
const anyId = "00000000-0000-4000-8000-000000000000";

/** A route's address, with an id that is none in the place of its parameters. */
function addressOf(id: string): string {
  const route = routes[id];
  if (!route) return "";
  const own = (route.path ?? "").replace(/:\w+\??/g, anyId);
  return [addressOf(route.parentId ?? ""), own].filter(Boolean).join("/");
}

const addressesWith = (part: "action" | "loader") =>
  Object.values(routes)
    .flatMap((route) =>
      route?.module[part] && (route.path || route.index) ? [`/${addressOf(route.id)}`] : [],
    )
    .filter((address) => !address.endsWith("*"))
    .toSorted();
// Signing out would end the session under the other forms.
const forms = addressesWith("action").filter((path) => path !== "/signout");
const screens = addressesWith("loader");
/** Forms that write, one behind each gate; the other routes get a form of no kind, which only a route that lets it in refuses. */
const writes: Record<string, Record<string, string>> = {
  "/social-links": { intent: "save-social-link", platform: "website", url: "https://late.example" },
  "/account/security": { intent: "begin-totp" },
  "/account/preferences": { intent: "save-formats", time_zone: "Asia/Tokyo", format: "iso" },
  "/admin/settings": { intent: "make-invitation", note: "late", days: "7" },
  "/passkey-options": { purpose: "add" },
};

// What is open stands here, so that any other new route must refuse.

const artist = `/artist/${anyId}`;
/** What visitors may send: a text to an artist, what a mailed link asks, and what leads in. */
const visitorsForms = [
  artist,
  `${artist}/booking`,
  `${artist}/comments`,
  `${artist}/comments/${anyId}/report`,
  `${artist}/music/${anyId}`,
  `${artist}/tracks/${anyId}`,
  "/bio-diagnostics",
  "/confirm-reminder",
  "/confirm-subscription",
  "/database-refresh",
  "/db-check",
  "/language",
  "/reset-password",
  "/sample-bio",
  "/signin",
  "/signin/again",
  "/signin/link",
  "/signin/second-step",
  "/signup",
  "/signup/confirm",
  "/stop-mails",
  "/stop-reminder",
  "/undo-address",
  "/unsubscribe",
];
/** What a suspended account may send beside it: its settings but the preferences, and no diagnostics. */
const suspendedForms = [
  ...visitorsForms.filter((path) => !/^.(bio-diagnostics|database-refresh|db-check)$/.test(path)),
  "/account",
  "/account/data",
  "/account/devices",
  // Keys are revoked at any time.
  "/account/keys",
  "/account/new-address",
  "/account/security",
  "/confirm-email",
  "/confirm-password",
  "/passkey-options",
  "/signin/save",
].toSorted();
const visitorsScreens = [
  "/",
  "/api",
  artist,
  `${artist}.json`,
  `${artist}/${anyId}.atom`,
  `${artist}/${anyId}.json`,
  `${artist}/booking`,
  `${artist}/card.jpg`,
  `${artist}/comments`,
  `${artist}/comments/${anyId}/report`,
  `${artist}/contact.vcf`,
  `${artist}/events`,
  `${artist}/events.ics`,
  `${artist}/events/${anyId}.ics`,
  `${artist}/events/embed/${anyId}/${anyId}`,
  `${artist}/letters`,
  `${artist}/letters/${anyId}`,
  `${artist}/music/${anyId}`,
  `${artist}/music/${anyId}/card.jpg`,
  `${artist}/music/${anyId}/embed/${anyId}/${anyId}`,
  `${artist}/podcast.jpg`,
  `${artist}/podcast.rss`,
  `${artist}/press-kit.pdf`,
  `${artist}/private/${anyId}`,
  `${artist}/tracks.m3u`,
  `${artist}/tracks/${anyId}`,
  `${artist}/tracks/${anyId}/card.jpg`,
  `${artist}/tracks/${anyId}/embed/${anyId}/${anyId}`,
  "/bio-diagnostics",
  "/confirm-email",
  "/confirm-reminder",
  "/confirm-subscription",
  "/database-refresh",
  "/db-check",
  "/debug",
  "/goodbye",
  "/imprint",
  "/language",
  `/mailed/${anyId}/${anyId}/${anyId}`,
  "/manifest.webmanifest",
  "/oembed",
  "/passkey-options",
  "/privacy",
  "/reset-password",
  "/restore",
  "/robots.txt",
  "/sample-bio",
  "/signin",
  "/signin/link",
  "/signin/second-step",
  "/signout",
  "/signup",
  "/signup/confirm",
  "/sitemap.xml",
  "/stop-mails",
  "/stop-reminder",
  "/terms",
  "/undo-address",
  "/unsubscribe",
];
const suspendedScreens = [
  ...visitorsScreens.filter(
    (path) => !/^.(bio-diagnostics|database-refresh|db-check|debug|restore)$/.test(path),
  ),
  "/account",
  "/account/data",
  "/account/devices",
  "/account/import",
  "/account/keys",
  "/account/new-address",
  "/account/preferences",
  "/account/security",
  "/account/webhooks",
  "/confirm-password",
  "/signin/again",
  "/suspended",
].toSorted();

interface Answer {
  path: string;
  status: number;
  location: string;
}

/** A request whose head has arrived at the server, and whose body waits. @returns sends the rest */
async function begin(
  path: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string },
): Promise<() => Promise<Answer>> {
  const sending = request(handbill.origin + path, {
    method,
    agent: false,
    headers: {
      ...headers,
      Origin: handbill.origin,
      "Content-Length": body.length,
      // The server says that it has read the head.
      Expect: "100-continue",
    },
  });
  const answered = once(sending, "response");
  sending.flushHeaders();
  await once(sending, "continue");
  sending.write(body.slice(0, 7));
  return async () => {
    sending.end(body.slice(7));
    const [response]: IncomingMessage[] = await answered;
    if (!response) throw new Error("There is no answer.");
    await text(response);
    return { path, status: response.statusCode ?? 0, location: response.headers.location ?? "" };
  };
}

/** Of each address the page and the data behind it. */
const bothOf = (addresses: string[]) =>
  addresses.flatMap((path) => [path, `${path === "/" ? "/_root" : path}.data`]);
const addressOfData = (path: string) => path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");

/** Begins every form, changes something, and sends the rest. @returns the answers, and whether anything was written then */
async function sendAround({ headers }: Account, change: () => Promise<unknown>) {
  const begun = bothOf(forms).map((path) => {
    const fields = writes[addressOfData(path)] ?? { intent: "none", padding: "for a half" };
    const form = {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    };
    return begin(path, form);
  });
  const ends = await Promise.all(begun);
  await change();
  const before = await everyRow();
  const answers = await tenAtOnce(ends);
  return { answers, changedTables: changedSince(before, await everyRow()) };
}

async function ask({ headers }: Account, addresses: string[]): Promise<Answer[]> {
  return tenAtOnce(
    bothOf(addresses).map((path) => async () => {
      const answer = await fetch(handbill.origin + path, { headers, redirect: "manual" });
      // For a script the redirect stands in the text.
      const told = /"redirect","([^"]*)"/.exec(await answer.text())?.[1];
      return { path, status: answer.status, location: answer.headers.get("Location") ?? told ?? "" };
    }),
  );
}

/** Else those that wait longest for a connection of the database are told that the server is busy. */
async function tenAtOnce(requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < requests.length; at += 10)
    answers.push(...(await Promise.all(requests.slice(at, at + 10).map((send) => send()))));
  return answers;
}

/** The addresses that answered otherwise than by refusing. */
function letIn(answers: Answer[], isRefusal: (answer: Answer) => boolean): string[] {
  const open = answers.filter((answer) => !isRefusal(answer)).map(({ path }) => addressOfData(path));
  return [...new Set(open)].toSorted();
}

const refusesVisitors = ({ status, location }: Answer) => status === 401 || location.startsWith("/signin");
const refusesSuspended = ({ status, location }: Answer) => status === 403 || location === "/suspended";
const refusesMusicians = ({ status }: Answer) => status === 403;

/** A sum over each table's rows; that tries are counted is no matter. */
async function everyRow(): Promise<Map<string, string>> {
  const tables = await owner.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'rate_limits'",
  );
  const sums = tables.rows.map(
    ({ name }) => `select '${name}' as name, sum(hashtextextended(t::text, 0))::text as sum from ${name} t`,
  );
  const { rows } = await owner.query<{ name: string; sum: string }>(sums.join(" union all "));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

function changedSince(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name);
}

/** Asks for the stream of updates, which ends by the server alone. */
const listen = ({ headers }: Account) => fetch(handbill.origin + livePath, { headers });

/** Announces a file and holds back the end of it. */
async function beginFile(account: Account) {
  const file = { kind: "track", name: "late.mp3", type: "audio/mpeg" };
  const body = "no sound at all";
  const { location } = await announce(handbill, account, file, body.length);
  const headers = {
    ...account.headers,
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": "0",
    "Content-Type": "application/offset+octet-stream",
  };
  return begin(new URL(location).pathname, { method: "PATCH", headers, body });
}

async function newArtist(name: string, role: "admin" | "musician" = "musician"): Promise<Account> {
  const account = await newAccount(handbill, db, `${name}@example.org`);
  await makeMusician(db, { user_id: account.id, artist_name: name, custom_url: name });
  await changeUser(account.id, { role });
  return account;
}

const changeUser = (id: string, values: Updateable<Users>) =>
  db.asSystem().write((tx) => tx.updateTable("users").set(values).where("id", "=", id).execute());
const endSessions = (userId: string) =>
  db.asSystem().write((tx) => tx.deleteFrom("sessions").where("user_id", "=", userId).execute());
const suspend = (id: string) => changeUser(id, { suspended_at: new Date(), suspended_reason: "Words" });

test("an admin's forms are let in, and write", async () => {
  const account = await newArtist("steady", "admin");
  const { answers, changedTables } = await sendAround(account, async () => {});
  const isRefusal = (answer: Answer) => refusesVisitors(answer) || refusesMusicians(answer);
  const refused = answers.filter(isRefusal).map(({ path }) => path);
  // A set-up code that is none, and no form that would be kept.
  expect(refused).toEqual(bothOf(["/debug", "/signin/save"]));
  expect(changedTables).toEqual(
    expect.arrayContaining([
      "account_preferences",
      "invitations",
      "passkey_challenges",
      "social_links",
      "totp_factors",
    ]),
  );
});

test("an ended session ends its stream, and lets no form, file or screen in", async () => {
  const account = await newArtist("ended-one", "admin");
  const stream = await listen(account);
  expect(stream.status).toBe(200);
  const sendFile = await beginFile(account);
  const { answers, changedTables } = await sendAround(account, () => endSessions(account.id));
  expect(letIn(answers, refusesVisitors)).toEqual(visitorsForms);
  expect(changedTables).toEqual([]);
  expect(await sendFile()).toMatchObject({ status: 401 });
  await stream.text();
  expect((await listen(account)).status).toBe(401);
  expect(letIn(await ask(account, screens), refusesVisitors)).toEqual(visitorsScreens);
});

test("a role that is taken away lets no form or screen of an admin in", async () => {
  const account = await newArtist("lesser-one", "admin");
  const takeRole = () => changeUser(account.id, { role: "musician" });
  const { answers, changedTables } = await sendAround(account, takeRole);
  const isAdmins = (path: string) => path === "/admin" || path.startsWith("/admin/");
  // On an admin's dashboard stands the list of accounts.
  const ofOthers = forms.filter((path) => !isAdmins(path) && path !== "/dashboard" && path !== "/debug");
  expect(letIn(answers, refusesMusicians)).toEqual(ofOthers);
  expect(changedTables).not.toContain("invitations");
  const seen = letIn(await ask(account, screens), refusesMusicians);
  expect(seen).toEqual(screens.filter((path) => !isAdmins(path)));
});

test("a suspension ends the stream, and lets no form, file or screen in but those of the account's settings", async () => {
  const account = await newArtist("silenced-one");
  const stream = await listen(account);
  expect(stream.status).toBe(200);
  const sendFile = await beginFile(account);
  const { answers, changedTables } = await sendAround(account, () => suspend(account.id));
  expect(letIn(answers, refusesSuspended)).toEqual(suspendedForms);
  expect(changedTables).not.toContain("social_links");
  expect(changedTables).not.toContain("account_preferences");
  expect(await sendFile()).toMatchObject({ status: 403 });
  await stream.text();
  expect((await listen(account)).status).toBe(403);
  expect(letIn(await ask(account, screens), refusesSuspended)).toEqual(suspendedScreens);
});
