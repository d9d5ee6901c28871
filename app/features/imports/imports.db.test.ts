import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readImport } from "../../../server/media/import-file.ts";
import { makeImport, makeMusician } from "../../../tests/factories/accounts.ts";
import { makePageLink } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { executeImportAction, keepImport, sweepImports } from "./commands.server.ts";
import { ownImport } from "./queries.server.ts";
import { importActionSchema } from "./schema.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;
beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const fixture = (name: string) => join(import.meta.dirname, "../../../tests/fixtures/imports", name);

async function bring(userId: string, name: string): Promise<string> {
  const content = await readImport(await readFile(fixture(name)));
  return keepImport(services, userId, { name, content });
}
const send = (userId: string, fields: Record<string, string>) =>
  executeImportAction(services, userId, importActionSchema.parse(fields));
const look = async (userId: string, id: string) => {
  const open = await services.db.asMusician(userId).read((tx) => ownImport(tx, userId, id));
  if (!open) throw new Error("There is no such import.");
  return open;
};
/** The rows of the kind that an import is about above all. */
/** The rows of the first kind in the file. */
const rowsOf = async (userId: string, id: string) => (await look(userId, id)).plans[0]?.rows ?? [];
const linksOf = (userId: string) =>
  services.db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("page_links")
        .select(["id", "title", "url", "image_url"])
        .where("user_id", "=", userId)
        .orderBy("display_order")
        .execute(),
    );
const titlesOf = async (userId: string) => (await linksOf(userId)).map(({ title }) => title);

test("a saved Linktree page shows each link before anything comes in, and why some don't", async () => {
  const { id: userId } = await makeMusician(services.db);
  await makePageLink(services.db, { user_id: userId, url: "https://shop.example.org/", title: "My shop" });
  const id = await bring(userId, "linktree.html");
  expect(await rowsOf(userId, id)).toEqual([
    {
      row: 1,
      label: "New album “Tides”",
      detail: "https://mara.bandcamp.com/album/tides",
      state: "new",
      reason: null,
    },
    {
      row: 2,
      label: "Tour & tickets",
      detail: "https://tickets.example.org/mara?from=linktree",
      state: "new",
      reason: null,
    },
    {
      row: 3,
      label: "Call me",
      detail: "javascript:alert(1)",
      state: "refused",
      reason: "Please enter a valid URL.",
    },
    expect.objectContaining({ row: 4, state: "duplicate", reason: "It is in this file twice." }),
    expect.objectContaining({
      row: 5,
      label: "shop.example.org",
      state: "duplicate",
      reason: "Your link “My shop” leads there already.",
    }),
  ]);
  expect(await titlesOf(userId)).toEqual(["My shop"]);
});

test("what is taken comes in once, in order and with its picture, however often the button is pressed", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, "linktree.html");
  const take = { intent: "take-import", id, without: "links:5" };
  const answers = await Promise.allSettled([send(userId, take), send(userId, take)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(send(userId, take)).rejects.toThrow("taken already");
  const links = await linksOf(userId);
  expect(links).toMatchObject([
    { title: "New album “Tides”", image_url: null },
    { title: "Tour & tickets", image_url: expect.stringContaining("/uploads/photos/") },
  ]);
  expect((await look(userId, id)).came).toEqual([
    { count: 2, text: "2 links" },
    { count: 1, text: "1 social link" },
  ]);
});

test("a Linktree page's icons come in as social links, and go with the undo", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, "linktree.html");
  const plan = (await look(userId, id)).plans.find(({ kind }) => kind === "social-links");
  expect(plan?.rows).toMatchObject([{ row: 1, label: "instagram.com/mara", state: "new" }]);
  await send(userId, { intent: "take-import", id, without: "links:1 links:2 links:5" });
  const stored = () =>
    services.db
      .asMusician(userId)
      .read((tx) =>
        tx.selectFrom("social_links").select(["platform", "url"]).where("user_id", "=", userId).execute(),
      );
  expect(await stored()).toEqual([{ platform: "instagram", url: "https://www.instagram.com/mara" }]);
  expect(await titlesOf(userId)).toEqual([]);
  expect(await send(userId, { intent: "undo-import", id })).toEqual({ undoneImport: 1, kept: 0 });
  expect(await stored()).toEqual([]);
});

test("a page of LinkStack and its export hold the same links", async () => {
  const { id: userId } = await makeMusician(services.db);
  const page = await rowsOf(userId, await bring(userId, "linkstack.html"));
  expect(page.map(({ label, detail }) => [label, detail])).toEqual([
    ["Bandcamp", "https://mara.bandcamp.com/album/tides"],
    ["Shop", "https://shop.example.org/"],
  ]);
  const file = await rowsOf(userId, await bring(userId, "linkstack.json"));
  expect(file.map(({ label }) => label)).toEqual(["Letters", "Bandcamp", "Shop"]);
});

test("an undo takes away what came in and is unchanged, and says what it kept", async () => {
  const { id: userId } = await makeMusician(services.db);
  await makePageLink(services.db, { user_id: userId, title: "There before" });
  const id = await bring(userId, "linkstack.json");
  await expect(send(userId, { intent: "undo-import", id })).rejects.toThrow("was not taken");
  await send(userId, { intent: "take-import", id });
  const shop = (await linksOf(userId)).find(({ title }) => title === "Shop");
  await services.db.asMusician(userId).write((tx) =>
    tx
      .updateTable("page_links")
      .set({ title: "Vinyl" })
      .where("id", "=", shop?.id ?? "")
      .execute(),
  );
  expect(await send(userId, { intent: "undo-import", id })).toEqual({ undoneImport: 2, kept: 1 });
  expect(await titlesOf(userId)).toEqual(["There before", "Vinyl"]);
  expect((await look(userId, id)).kept).toEqual(["Shop"]);
  await expect(send(userId, { intent: "undo-import", id })).rejects.toThrow("undone already");
});

test("links beyond the most that a page has stay out", async () => {
  const { id: userId } = await makeMusician(services.db);
  for (let at = 0; at < 99; at++) await makePageLink(services.db, { user_id: userId });
  const rows = await rowsOf(userId, await bring(userId, "linkstack.json"));
  expect(rows.map(({ state }) => state)).toEqual(["new", "refused", "refused"]);
  expect(rows[1]?.reason).toContain("Maximum of 100 links");
});

test("pasted addresses are links, and a table's columns can be named", async () => {
  const { id: userId } = await makeMusician(services.db);
  const opened = (answer: object) => ("opened" in answer ? String(answer.opened) : "");
  const list = opened(
    await send(userId, {
      intent: "paste-import",
      text: "https://one.example/\nhttps://two.example/\nno address\n",
    }),
  );
  expect((await rowsOf(userId, list)).map(({ state }) => state)).toEqual(["new", "new", "refused"]);
  const table = opened(
    await send(userId, {
      intent: "paste-import",
      text: "wohin;wie\nhttps://one.example/;=HYPERLINK(1)\n",
    }),
  );
  expect((await look(userId, table)).plans).toEqual([]);
  await send(userId, {
    intent: "read-import",
    id: table,
    kind: "links",
    "column-url": "0",
    "column-title": "1",
  });
  expect(await rowsOf(userId, table)).toMatchObject([{ row: 2, label: "=HYPERLINK(1)", state: "new" }]);
});

test("nobody sees, takes, reads anew, drops or undoes another's import, and a suspended musician none", async () => {
  const { id: owner } = await makeMusician(services.db);
  const { id: other } = await makeMusician(services.db);
  const id = await bring(owner, "linkstack.json");
  for (const intent of ["take-import", "undo-import", "drop-import"]) {
    await expect(send(other, { intent, id })).rejects.toThrow("not there any more");
  }
  await expect(send(other, { intent: "read-import", id, kind: "links" })).rejects.toThrow("not there");
  await expect(look(other, id)).rejects.toThrow("no such import");
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", owner)
        .execute(),
    );
  await expect(send(owner, { intent: "take-import", id })).rejects.toThrow();
  expect(await linksOf(owner)).toEqual([]);
});

test("an import is kept once for a file that arrives twice, and goes after a day", async () => {
  const { id: userId } = await makeMusician(services.db);
  const content = await readImport(Buffer.from("https://one.example/"));
  const id = "5b0f6e6c-0f5c-4a7e-9d3f-1a2b3c4d5e6f";
  expect(await keepImport(services, userId, { id, name: "links.txt", content })).toBe(id);
  expect(await keepImport(services, userId, { id, name: "links.txt", content })).toBe(id);
  const old = new Date(Date.now() - 25 * 3_600_000);
  const gone = await makeImport(services.db, { user_id: userId, created_at: old });
  const takenLater = await makeImport(services.db, {
    user_id: userId,
    created_at: old,
    taken_at: new Date(),
    made: "[]",
  });
  await expect(look(userId, gone.id)).rejects.toThrow("no such import");
  expect(await sweepImports(services)).toBe(1);
  expect((await look(userId, takenLater.id)).takenAt).not.toBe(null);
});

test("a file without anything to bring in is refused", async () => {
  const { id: userId } = await makeMusician(services.db);
  const content = await readImport(Buffer.from("<html><p>Nothing</p></html>"));
  await expect(keepImport(services, userId, { name: "page.html", content })).rejects.toThrow(
    "nothing in this file",
  );
});

const subscribersOf = (userId: string) =>
  services.db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("newsletter_subscribers")
        .select(["subscriber_email", "subscriber_name", "consent_note", "source", "confirmed_at"])
        .where("musician_id", "=", userId)
        .orderBy("subscriber_email")
        .execute(),
    );

test.each([
  [
    "mailchimp-subscribed.csv",
    [
      "2 new ana@example.org: Ana Müller · there since 2023-04-01 10:02:00",
      "3 new ben@example.org: Ben · there since 2024-02-03 11:00:00",
      "4 refused not an address: Please enter a valid email address.",
      "5 duplicate ANA@example.org: It is in this file twice.",
    ],
  ],
  ["mailchimp-unsubscribed.csv", ["2 refused cara@example.org: Has unsubscribed there."]],
  ["mailchimp-cleaned.csv", ["2 refused dan@example.org: Mails to this address came back there."]],
  ["bandcamp.csv", ["2 new eva@example.org: Eva Berg · there since Mar 04 2024 09:10 AM UTC"]],
  [
    "substack.csv",
    [
      "2 new fay@example.org: there since 2024-05-06 07:08:09 UTC",
      "3 refused gus@example.org: Gets no mails there.",
    ],
  ],
  ["substack-dashboard.csv", ["2 new oda@example.org: Oda Lund · there since 2024-05-01"]],
  [
    "ghost.csv",
    [
      "2 new hal@example.org: Berg, Hal · there since 2024-06-07 08:09:10 UTC",
      "3 refused ida@example.org: Gets no mails there.",
    ],
  ],
  [
    "kit.csv",
    [
      "2 new jon@example.org: Jon · there since 2024-07-08 09:10:11 UTC",
      "3 refused kim@example.org: Its state there is “cancelled”.",
      "4 refused leo@example.org: Its state there is “bounced”.",
      "5 refused mia@example.org: Its state there is “inactive”.",
    ],
  ],
])("%s brings in who gets mails there, and nobody else", async (name, expected) => {
  const { id: userId } = await makeMusician(services.db);
  const rows = await rowsOf(userId, await bring(userId, name));
  expect(
    rows.map(({ row, state, label, detail, reason }) => `${row} ${state} ${label}: ${reason ?? detail}`),
  ).toEqual(expected);
});

test("subscribers come in unconfirmed with what was stated, and one who has confirmed since stays", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, "mailchimp-subscribed.csv");
  await expect(send(userId, { intent: "take-import", id, answer: " " })).rejects.toThrow("when and how");
  expect(await subscribersOf(userId)).toEqual([]);
  await send(userId, { intent: "take-import", id, answer: "Signed up at Mailchimp" });
  expect(await subscribersOf(userId)).toEqual([
    {
      subscriber_email: "ana@example.org",
      subscriber_name: "Ana Müller",
      consent_note: "Signed up at Mailchimp (there since 2023-04-01 10:02:00)",
      source: "import",
      confirmed_at: null,
    },
    expect.objectContaining({ subscriber_email: "ben@example.org", confirmed_at: null }),
  ]);
  const again = await rowsOf(userId, await bring(userId, "mailchimp-subscribed.csv"));
  expect(again[0]?.reason).toBe("Is on your list already.");
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("newsletter_subscribers")
        .set({ confirmed_at: new Date() })
        .where("musician_id", "=", userId)
        .where("subscriber_email", "=", "ben@example.org")
        .execute(),
    );
  expect(await send(userId, { intent: "undo-import", id })).toEqual({ undoneImport: 1, kept: 1 });
  expect(await subscribersOf(userId)).toMatchObject([{ subscriber_email: "ben@example.org" }]);
});

const eventsOf = (userId: string) =>
  services.db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("events")
        .select(["title", "event_date", "event_time", "end_date", "end_time", "time_zone", "venue_name"])
        .select(["location", "ticket_url", "is_published", "description"])
        .where("user_id", "=", userId)
        .orderBy("event_date")
        .execute(),
    );

test("a sheet of dates comes in by its columns, and each row that doesn't says why", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, "bandsintown.csv");
  const rows = await rowsOf(userId, id);
  expect(rows.map(({ row, state, reason }) => [row, state, reason])).toEqual([
    [2, "new", null],
    [3, "new", null],
    [4, "refused", "The event date cannot be in the past."],
    [5, "refused", "“2099-02-30” is no date that is known here. Write it as 2027-06-05."],
    [6, "refused", expect.stringContaining("valid URL")],
  ]);
  await send(userId, { intent: "take-import", id });
  expect(await eventsOf(userId)).toMatchObject([
    {
      title: "Debaser",
      event_date: "2099-06-25",
      event_time: "20:30:00",
      time_zone: "Europe/Stockholm",
      venue_name: "Debaser",
      location: "Stockholm, Sweden",
      ticket_url: "https://tickets.example.org/1",
      is_published: true,
    },
    { title: '=HYPERLINK("https://evil.example")', ticket_url: "https://tickets.example.org/2" },
  ]);
  expect(await send(userId, { intent: "undo-import", id })).toEqual({ undoneImport: 2, kept: 0 });
  expect(await eventsOf(userId)).toEqual([]);
});

test("a calendar's times stand in its own zone; what repeats or is called off is said", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, "tour.ics");
  const rows = await rowsOf(userId, id);
  expect(rows.map(({ row, label, state, reason }) => [row, label, state, reason])).toEqual([
    [1, "Summer night", "new", null],
    [2, "Festival by the lake", "new", null],
    [3, "Weekly", "new", "It repeats. Only its first date comes in."],
    [4, "Called off", "refused", "It is cancelled there."],
    [5, "Long ago", "refused", "The event date cannot be in the past."],
  ]);
  await send(userId, { intent: "take-import", id, without: "events:3" });
  expect(await eventsOf(userId)).toMatchObject([
    {
      event_date: "2099-06-25",
      event_time: "20:30:00",
      end_time: "02:30:00",
      end_date: null,
      time_zone: "Europe/Berlin",
      venue_name: "Lido",
      location: "Cuvrystr. 7, Berlin",
      description: "Doors at seven, really",
    },
    { event_date: "2099-07-01", event_time: null, end_date: "2099-07-03", time_zone: "Europe/Berlin" },
  ]);
  const again = await rowsOf(userId, await bring(userId, "tour.ics"));
  expect(again.map(({ state }) => state)).toEqual(["duplicate", "duplicate", "new", "refused", "refused"]);
});

test("dates that can be read in two ways wait for the musician to say which", async () => {
  const { id: userId } = await makeMusician(services.db);
  const answer = await send(userId, {
    intent: "paste-import",
    text: "date,venue\n5/6/2099,Debaser\n",
  });
  const id = "opened" in answer ? String(answer.opened) : "";
  expect((await rowsOf(userId, id))[0]?.reason).toContain("day or with the month");
  await send(userId, {
    intent: "read-import",
    id,
    kind: "events",
    "column-date": "0",
    "column-venue": "1",
    "column-order": "0",
  });
  expect((await rowsOf(userId, id))[0]).toMatchObject({ state: "new", detail: "2099-06-05 · Debaser" });
});

test("where the operator believes it, who has confirmed elsewhere is confirmed, and an undo still takes them away", async () => {
  const { id: userId } = await makeMusician(services.db);
  const believing = { ...services, config: { ...services.config, keepsStatedConfirmations: true } };
  const id = await bring(userId, "mailchimp-subscribed.csv");
  const take = importActionSchema.parse({ intent: "take-import", id, answer: "Mailchimp" });
  await executeImportAction(believing, userId, take);
  expect((await subscribersOf(userId)).map(({ confirmed_at }) => confirmed_at !== null)).toEqual([
    true,
    true,
  ]);
  const undo = importActionSchema.parse({ intent: "undo-import", id });
  expect(await executeImportAction(believing, userId, undo)).toEqual({ undoneImport: 2, kept: 0 });
});
