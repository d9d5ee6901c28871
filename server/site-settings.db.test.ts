import { expect, test } from "vitest";
import { rootPath } from "../app/pages/artist/root.server.ts";
import { makeMusician } from "../tests/factories/accounts.ts";
import { freshServices } from "../tests/harness/services.ts";
import { testLog } from "../tests/harness/settings.ts";
import { loadConfig } from "./config.ts";
import { createSite } from "./site-settings.ts";

test("settings are kept until a notice of every page, and read each time while no notices come", async () => {
  await using services = await freshServices();
  const { db, site } = services;
  const rename = (name: string | null) =>
    db.asSystem().write((tx) => tx.updateTable("site_settings").set({ name }).execute());
  const name = async () => (await site.shown()).name;
  expect(await name()).toBe("Handbill");
  await rename("One");
  expect(await name()).toBe("One");
  site.onConnect();
  expect(await name()).toBe("One");
  await rename("Two");
  site.onNotify("an artist's id");
  expect(await name()).toBe("One");
  site.onNotify("*");
  expect(await name()).toBe("Two");
  await rename("Three");
  site.onDisconnect();
  expect(await name()).toBe("Three");
});

test("without the database the last known settings hold, and before any the environment's", async () => {
  const services = await freshServices({ REGISTRATION: "open" });
  const { db, site } = services;
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("site_settings").set({ name: "Nightboard", imprint: "Nora Night" }).execute(),
    );
  await site.shown();
  await site.texts();
  await services[Symbol.asyncDispose]();
  expect(await site.shown()).toMatchObject({ name: "Nightboard", imprint: "imprint", registration: "open" });
  expect(await site.texts()).toMatchObject({ imprint: "Nora Night", terms: null });
  const fresh = createSite({ db, config: loadConfig({ REGISTRATION: "closed" }), log: testLog });
  expect(await fresh.shown()).toMatchObject({ name: "Handbill", registration: "closed", root: null });
});

test("the root is the environment's artist once there is one, and the admin's setting holds over it", async () => {
  await using services = await freshServices({ SITE: "nova" });
  const { db } = services;
  const path = () => rootPath(services);
  expect(await path()).toBeUndefined();
  const nova = await makeMusician(db, { custom_url: "nova" });
  const other = await makeMusician(db, { custom_url: null, artist_name: "Öl & Co" });
  expect(await path()).toBe("/artist/nova");
  const set = (root: "landing" | "artist" | null, root_artist: string | null) =>
    db.asSystem().write((tx) => tx.updateTable("site_settings").set({ root, root_artist }).execute());
  await set("landing", null);
  expect(await path()).toBeUndefined();
  await set("artist", other.id);
  expect(await path()).toBe("/artist/%C3%96l%20%26%20Co");
  // Nobody inherits the root of one who is gone: not the environment's artist either.
  await db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", other.id).execute());
  expect(await path()).toBeUndefined();
  await set(null, null);
  expect(await path()).toBe("/artist/nova");
  const suspension = { suspended_at: new Date(), suspended_reason: "Too loud." };
  await db
    .asSystem()
    .write((tx) => tx.updateTable("users").set(suspension).where("id", "=", nova.id).execute());
  expect(await path()).toBeUndefined();
});
