import { afterAll, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { draftOf, executeDraftAction } from "./drafts.server.ts";
import { draftActionSchema, mostDrafts } from "./schema.ts";

const db = await freshDatabase();
afterAll(() => db.close());

const keep = (userId: string, about: string, fields: Record<string, string>) =>
  executeDraftAction({ db }, userId, { intent: "keep-draft", about, fields });
const read = (userId: string, about: string) =>
  db.asMusician(userId).read((tx) => draftOf(tx, userId, about));

test("what is typed last of a form is kept, for its writer alone, until it is dropped", async () => {
  const [writer, other] = [await makeMusician(db), await makeMusician(db)];
  expect(await read(writer.id, "event:new")).toBe(null);
  await keep(writer.id, "event:new", { title: "Nig" });
  await keep(writer.id, "event:new", { title: "Night", venue_name: "" });
  await keep(writer.id, "message:1", { text: "Hello" });
  expect(await read(writer.id, "event:new")).toMatchObject({
    fields: { title: "Night", venue_name: "" },
  });
  expect(await read(other.id, "event:new")).toBe(null);
  await executeDraftAction({ db }, other.id, { intent: "drop-draft", about: "event:new" });
  await executeDraftAction({ db }, writer.id, { intent: "drop-draft", about: "message:1" });
  expect(await read(writer.id, "event:new")).not.toBe(null);
  expect(await read(writer.id, "message:1")).toBe(null);
});

test("a draft of a month ago isn't offered, and goes with the next that is kept", async () => {
  const { id } = await makeUser(db);
  await keep(id, "event:old", { title: "Old" });
  await db.asSystem().write((tx) =>
    tx
      .updateTable("drafts")
      .set({ updated_at: new Date(Date.now() - 31 * 86_400_000) })
      .where("user_id", "=", id)
      .execute(),
  );
  expect(await read(id, "event:old")).toBe(null);
  await keep(id, "event:new", { title: "New" });
  expect(await abouts(id)).toEqual(["event:new"]);
});

test("of too many drafts the oldest goes", async () => {
  const { id } = await makeUser(db);
  const first = new Date(Date.now() - 86_400_000);
  const rows = Array.from({ length: mostDrafts }, (_, at) => ({
    user_id: id,
    about: `message:${at}`,
    fields: "{}",
    updated_at: new Date(first.getTime() + at * 1000),
  }));
  await db.asSystem().write((tx) => tx.insertInto("drafts").values(rows).execute());
  await keep(id, "event:new", { title: "New" });
  const kept = await abouts(id);
  expect(kept).toHaveLength(mostDrafts);
  expect(kept).toContain("event:new");
  expect(kept).not.toContain("message:0");
});

test("what is no draft is refused", () => {
  const parse = (fields: object) => draftActionSchema.safeParse({ intent: "keep-draft", ...fields }).success;
  expect(parse({ about: "event:new", fields: '{"title":"Night"}' })).toBe(true);
  expect(parse({ about: "event:new", fields: '{"title":1}' })).toBe(false);
  expect(parse({ about: "event:new", fields: "{" })).toBe(false);
  expect(parse({ about: "../event", fields: "{}" })).toBe(false);
  expect(parse({ about: "event:new", fields: JSON.stringify({ text: "x".repeat(200_000) }) })).toBe(false);
});

async function abouts(userId: string): Promise<string[]> {
  const rows = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("drafts").select("about").where("user_id", "=", userId).orderBy("about").execute(),
    );
  return rows.map(({ about }) => about);
}
