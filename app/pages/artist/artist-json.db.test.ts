import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import {
  makeEvent,
  makeFormerAddress,
  makePhoto,
  makeRelease,
  makeTrack,
} from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { cacheContext, servicesContext } from "../../services.server.ts";
import { artistDocument } from "./artist-document.ts";
import { loader } from "./artist-json.route.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

async function load(artistSlug: string) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(cacheContext, {});
  const url = new URL(`http://localhost:3000/artist/${artistSlug}.json`);
  const pattern = "/artist/:artistSlug.json";
  const answer = await loader({ params: { artistSlug }, request: new Request(url), url, pattern, context });
  return { answer, directive: context.get(cacheContext).cacheDirective };
}

const locationOf = (slug: string) =>
  load(slug).catch((thrown: unknown) => thrown instanceof Response && thrown.headers.get("Location"));

test("an artist's document is by its schema, and kept until the artist's next change", async () => {
  const { id: user_id } = await makeMusician(services.db, { custom_url: "nova", artist_name: "Nova" });
  await makeTrack(services.db, { user_id, title: "Tide" });
  await makeRelease(services.db, { user_id });
  await makeEvent(services.db, { user_id, event_time: "20:00:00" });
  await makePhoto(services.db, { user_id });
  await makeFormerAddress(services.db, { user_id, custom_url: "before" });
  const { answer, directive } = await load("nova");
  expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  const document = artistDocument.parse(await answer.json());
  expect(document).toMatchObject({ name: "Nova", tracks: [{ title: "Tide" }] });
  expect(directive?.tags).toEqual([user_id]);
  expect(await locationOf("before")).toBe("/artist/nova.json");
  await expect(load("nobody")).rejects.toMatchObject({ kind: "not-found" });
});

test("an artist whose name ends so is found by it", async () => {
  await makeMusician(services.db, { custom_url: "package-json", artist_name: "Package.json" });
  expect(await locationOf("Package")).toBe("/artist/package-json");
});
