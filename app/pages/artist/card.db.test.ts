import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForDeletion } from "#server/account-deletion.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { readerContext, servicesContext } from "../../services.server.ts";
import { loader } from "./card.route.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

async function load(slug: string, known?: string): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(readerContext, { asked: undefined, page: undefined });
  const url = new URL(`http://localhost:3000/artist/${slug}/card.jpg`);
  const request = new Request(url, known === undefined ? {} : { headers: { "If-None-Match": known } });
  const pattern = "/artist/:artistSlug/card.jpg";
  return loader({ request, context, url, params: { artistSlug: slug }, pattern });
}

const suspend = (id: string) =>
  services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", id)
        .execute(),
    );

test.each([
  ["is deleted by its owner", (id: string) => askForDeletion(services, id)],
  ["is suspended", suspend],
])("a cache asks for the card each time, and has none to show once the account %s", async (what, leave) => {
  const slug = what.replaceAll(" ", "-");
  const { id } = await makeMusician(services.db, { custom_url: slug });
  const card = await load(slug);
  expect([card.status, card.headers.get("Cache-Control")]).toEqual([200, "public, no-cache"]);
  expect(await sharp(await card.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 });
  const tag = card.headers.get("ETag") ?? "";
  // A proxy that has compressed it holds a weak tag.
  for (const known of [tag, `W/${tag}`, `"another", ${tag}`]) {
    const again = await load(slug, known);
    expect([again.status, again.headers.get("Cache-Control"), again.headers.get("ETag")]).toEqual([
      304,
      "public, no-cache",
      tag,
    ]);
  }
  expect((await load(slug, '"another"')).status).toBe(200);
  await leave(id);
  await expect(load(slug, tag)).rejects.toMatchObject({ kind: "not-found" });
});
