import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { recallSubscription, subscribe } from "./commands.server.ts";
import { subscriptionSchema } from "./schema.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const newNetwork = () => `10.2.${serial()}.1`;

function send(
  artistId: string,
  subscriber_email: string,
  { subscriber_name = "", from = newNetwork() } = {},
) {
  return subscribe(services, artistId, from, subscriptionSchema.parse({ subscriber_email, subscriber_name }));
}

function listOf(artistId: string) {
  return services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("newsletter_subscribers")
        .select(["subscriber_email", "subscriber_name", "source"])
        .where("musician_id", "=", artistId)
        .orderBy("subscriber_email")
        .execute(),
    );
}

test("an address is stored trimmed and in lower case, with missing optional fields as null", async () => {
  const { id } = await makeMusician(services.db);
  await send(id, "  Ines.Fan@Example.ORG ");
  await send(id, "olu@example.org", { subscriber_name: " Olu  A. " });
  expect(await listOf(id)).toEqual([
    { subscriber_email: "ines.fan@example.org", subscriber_name: null, source: "bio_page" },
    { subscriber_email: "olu@example.org", subscriber_name: "Olu A.", source: "bio_page" },
  ]);
});

test("one row per address and artist, whatever the case, and the first one stays as it is", async () => {
  const [one, other] = [await makeMusician(services.db), await makeMusician(services.db)];
  await send(one.id, "ines@example.org", { subscriber_name: "Ines" });
  await send(one.id, "INES@example.org", { subscriber_name: "Somebody else" });
  await send(other.id, "ines@example.org");
  expect(await listOf(one.id)).toMatchObject([{ subscriber_name: "Ines" }]);
  expect(await listOf(other.id)).toHaveLength(1);
});

test("twenty at once with the same address are one row", async () => {
  const { id } = await makeMusician(services.db);
  const from = newNetwork();
  await Promise.all(Array.from({ length: 20 }, () => send(id, "ines@example.org", { from })));
  expect(await listOf(id)).toHaveLength(1);
});

test("an address in other scripts is stored, or refused at its field", async () => {
  const { id } = await makeMusician(services.db);
  await send(id, "müller@bücher.example");
  await send(id, "иван@почта.рф");
  const addresses = ["İ@example.org", "ẞ@example.org", "Σς@example.org", "ǅ@example.org"];
  for (const address of addresses) {
    const outcome = await send(id, address).then(
      () => "stored",
      (error: { kind: string; field: string }) => `${error.kind} ${error.field}`,
    );
    expect(["stored", "invalid subscriber_email"]).toContain(outcome);
  }
  expect((await listOf(id)).length).toBeGreaterThanOrEqual(2);
});

test("a venue's network takes 600 subscriptions an hour, then none", async () => {
  const { id } = await makeMusician(services.db);
  const from = newNetwork();
  await send(id, "first@example.org", { from });
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("rate_limits")
        .set({ points: 599 })
        .where("key", "like", "subscription-network:%")
        .where("points", "=", 1)
        .execute(),
    );
  await send(id, "second@example.org", { from });
  await expect(send(id, "third@example.org", { from })).rejects.toMatchObject({
    kind: "too-many",
    status: 429,
    retryAfterSeconds: expect.any(Number),
  });
  await send(id, "fourth@example.org");
  expect(await listOf(id)).toHaveLength(3);
});

test("an account without a page has no list", async () => {
  const { id } = await makeUser(services.db);
  await expect(send(id, "ines@example.org")).rejects.toMatchObject({ kind: "conflict" });
});

test("a browser knows the addresses again that it has subscribed to this artist, and no others", () => {
  const first = recallSubscription(undefined, "artist", "ines@example.org");
  expect(first.isKnown).toBe(false);
  const second = recallSubscription(first.toKeep, "artist", "olu@example.org");
  expect(second.isKnown).toBe(false);
  for (const email of ["ines@example.org", "olu@example.org"]) {
    expect(recallSubscription(second.toKeep, "artist", email).isKnown).toBe(true);
    expect(recallSubscription(second.toKeep, "another", email).isKnown).toBe(false);
  }
  expect(second.toKeep).not.toMatch(/ines|olu|example/);
});

test("a browser keeps the last ten addresses, and ignores a forged cookie", () => {
  let kept: string | undefined = "nonsense.; Path=/.";
  for (let number = 1; number <= 12; number++) {
    kept = recallSubscription(kept, "artist", `fan${number}@example.org`).toKeep;
  }
  expect(kept).toMatch(/^([\w-]{16}\.){9}[\w-]{16}$/);
  expect(recallSubscription(kept, "artist", "fan2@example.org").isKnown).toBe(false);
  expect(recallSubscription(kept, "artist", "fan3@example.org").isKnown).toBe(true);
});
