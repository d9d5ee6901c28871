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
const rowsOf = async (userId: string, id: string) =>
  (await look(userId, id)).plans.flatMap(({ rows }) => rows);
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
  expect((await look(userId, id)).came).toEqual([{ count: 2, text: "links" }]);
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
