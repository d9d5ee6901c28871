import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { asServerOwner } from "../../tests/harness/database.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { servicesContext } from "../services.server.ts";
import * as sitemap from "./sitemap.route.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

async function addressesAt(address: string): Promise<string[]> {
  return Array.from((await sitemapAt(address)).matchAll(/<loc>(.*?)<\/loc>/g), ([, loc = ""]) => loc);
}

async function sitemapAt(address: string): Promise<string> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  const request = new Request(address);
  const url = new URL(address);
  const answer = await sitemap.loader({ request, url, params: {}, pattern: "/sitemap.xml", context });
  expect(answer.headers.get("Content-Type")).toContain("application/xml");
  return answer.text();
}

test("a page that is translated has an entry for each language, and each names the others", async () => {
  const { origin } = services.config;
  const { id } = await makeMusician(services.db, {
    ...{ custom_url: "two-tongues", page_language: "en", other_languages: ["de", "is"] },
  });
  const own = `${origin}/artist/two-tongues`;
  const entries = (await sitemapAt(`${origin}/sitemap.xml`)).split("\n");
  const links = [`x-default" href="${own}"`, `en" href="${own}"`, `de" href="${own}?lang=de"`];
  for (const address of [own, `${own}?lang=de`]) {
    const entry = entries.find((one) => one.includes(`<loc>${address}</loc>`));
    expect(entry?.match(/hreflang="[^>]*(?=\/>)/g)).toEqual(links.map((link) => `hreflang="${link}`));
  }
  await services.db
    .asSystem()
    .write((tx) => tx.deleteFrom("musician_profiles").where("user_id", "=", id).execute());
});

test("with thousands of artists the sitemap leads to parts, and each page stands in one of them", async () => {
  const { origin } = services.config;
  const whole = `${origin}/sitemap.xml`;
  await makeMusician(services.db, { custom_url: "the-first" });
  expect(await addressesAt(whole)).toEqual([`${origin}/`, `${origin}/artist/the-first`]);

  await asServerOwner(services.db.ownerUrl, async (owner) => {
    await owner.query(`
      set session_replication_role = replica;
      create temporary table artist as select gen_random_uuid() as id, n from generate_series(1, 2600) n;
      insert into users (id, email) select id, n || '@example.org' from artist;
      insert into musician_profiles (user_id, artist_name, custom_url) select id, 'Artist ' || n, 'artist-' || n from artist;
      analyze musician_profiles`);
  });
  const parts = await addressesAt(whole);
  expect(parts).toHaveLength(16);
  const pages = (await Promise.all(parts.map(addressesAt))).flat();
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages).toHaveLength(1 + 1 + 2600);
  expect(pages).toContain(`${origin}/`);
  expect(pages).toContain(`${origin}/artist/artist-2600`);
  await expect(addressesAt(`${whole}?part=x`)).rejects.toMatchObject({ kind: "not-found" });
});

test.each([
  [-1, 0],
  [2_500, 0],
  [2_501, 1],
  [40_001, 2],
  [1_000_000, 3],
  [10_000_000, 3],
])("%d artists: a part's name has %d digits", (artists, digits) => {
  expect(sitemap.partDigits(artists)).toBe(digits);
});
