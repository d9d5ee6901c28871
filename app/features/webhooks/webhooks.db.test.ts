import { afterAll, expect, test } from "vitest";
import { t } from "~/shared/t";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeWebhookDelivery, makeWebhookEndpoint } from "../../../tests/factories/webhooks.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { mostEndpoints, subjectNames, tooManyText, webhookActionSchema } from "./schema.ts";
import { executeWebhookAction, ownWebhooks } from "./webhooks.server.ts";

const services = await freshServices();
const { db, declarations } = services;
afterAll(() => services[Symbol.asyncDispose]());

const everything = {
  booking: true,
  subscriber: true,
  comment: true,
  release: true,
  event: true,
  message: true,
};
const add = (id: string, url = "https://example.org/handbill") =>
  executeWebhookAction(services, id, { intent: "add-webhook", url, ...everything });
const own = (id: string) => db.asMusician(id).read((tx) => ownWebhooks(tx, id));

test("an endpoint gets a secret that is shown this once, and there are at most so many", async () => {
  const { id } = await makeMusician(db);
  const { secret } = await add(id);
  expect(Buffer.from(secret?.replace("whsec_", "") ?? "", "base64")).toHaveLength(32);
  const [endpoint] = (await own(id)).endpoints;
  expect(endpoint).toMatchObject({
    url: "https://example.org/handbill",
    subjects: subjectNames,
    is_on: true,
  });
  expect(JSON.stringify(endpoint)).not.toContain("whsec_");
  for (let made = 2; made < mostEndpoints; made++) await add(id);
  const tries = await Promise.allSettled([add(id), add(id)]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(add(id)).rejects.toThrow(t(tooManyText, { limit: mostEndpoints }));
});

test.each([
  "http://example.org/",
  "https://127.0.0.1/",
  "https://10.1/",
  "https://0x7f.1/",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
])("%s is refused at once", async (url) => {
  const { id } = await makeMusician(db);
  await expect(add(id, url)).rejects.toMatchObject({ kind: "invalid", field: "url" });
});

test("nobody changes, tries or deletes another's endpoint, or has another's delivery sent", async () => {
  const [me, them] = [await makeMusician(db), await makeMusician(db)];
  const endpoint = await makeWebhookEndpoint(db, { user_id: them.id });
  const delivery = await makeWebhookDelivery(db, endpoint, { state: "failed" });
  for (const form of [
    { intent: "new-webhook-secret", id: endpoint.id },
    { intent: "test-webhook", id: endpoint.id },
    { intent: "switch-webhook", id: endpoint.id, on: false },
    { intent: "delete-webhook", id: endpoint.id },
    { intent: "send-delivery", id: delivery.id },
  ] as const) {
    await expect(executeWebhookAction(services, me.id, form)).rejects.toMatchObject({ kind: "not-found" });
  }
  expect(await own(them.id)).toMatchObject({
    endpoints: [{ is_on: true }],
    deliveries: [{ state: "failed" }],
  });
});

test("nothing is sent to an endpoint that is switched off", async () => {
  const { id: user_id } = await makeMusician(db);
  const endpoint = await makeWebhookEndpoint(db, { user_id, is_on: false });
  const delivery = await makeWebhookDelivery(db, endpoint, { state: "failed" });
  for (const form of [
    { intent: "test-webhook", id: endpoint.id },
    { intent: "send-delivery", id: delivery.id },
  ] as const) {
    await expect(executeWebhookAction(services, user_id, form)).rejects.toMatchObject({ kind: "conflict" });
  }
});

test("a form needs an address and a subject", () => {
  const problems = (fields: object) =>
    webhookActionSchema
      .safeParse({ intent: "add-webhook", url: "https://example.org", ...fields })
      .error?.issues.map(({ path }) => path[0]);
  expect(problems({ booking: "on" })).toBeUndefined();
  expect(problems({})).toEqual(["message"]);
  expect(problems({ booking: "on", url: "ftp://example.org" })).toEqual(["url"]);
});

test("the events that features declare are those that can be chosen", () => {
  const declared = new Set([...declarations.webhooks.keys()].map((type) => type.split(".")[0]));
  expect([...declared].toSorted()).toEqual(subjectNames.toSorted());
});
