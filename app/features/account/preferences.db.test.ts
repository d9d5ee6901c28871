import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { knownZones } from "~/shared/time-zone";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { executePreferencesAction, preferencesOf } from "./preferences.server.ts";
import { formatsSchema, formatsValues } from "./schema.ts";

const services = await freshServices();
const { db } = services;
afterAll(() => services[Symbol.asyncDispose]());

test("the database knows every zone by the name that can be chosen", async () => {
  const { rows } = await db.asSystem().read((tx) =>
    sql`select zone from unnest(${knownZones()}::text[]) zone
        where not exists (select from pg_timezone_names where name = zone)`.execute(tx),
  );
  expect(rows).toEqual([]);
});

test("a zone chosen under an old name keeps working, and is saved under today's", async () => {
  const { id } = await makeMusician(db);
  await db
    .asSystem()
    .write((tx) =>
      tx.insertInto("account_preferences").values({ user_id: id, time_zone: "Europe/Kiev" }).execute(),
    );
  const read = () => db.asMusician(id).read((tx) => preferencesOf(tx, id));
  const shown = formatsValues(await read());
  expect(shown.time_zone).toBe("Europe/Kyiv");
  const form = formatsSchema.parse({ ...shown, intent: "save-formats", format: "en-GB" });
  await executePreferencesAction(services, id, form);
  expect(await read()).toMatchObject({ time_zone: "Europe/Kyiv", format: "en-GB" });
});
