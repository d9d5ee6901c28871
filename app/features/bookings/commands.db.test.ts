import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { today } from "../../shared/today.ts";
import { requestBooking } from "./commands.server.ts";
import { bookingSchema } from "./schema.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const newNetwork = () => `10.3.${serial()}.1`;
const required = { requester_name: "Pat", requester_email: "pat@example.org", message: "Would you play?" };
const everything = {
  ...required,
  requester_phone: "+44 20 7946 0000",
  event_type: "wedding",
  event_date: today(),
  event_location: "The Old Library",
  budget_range: "1000_2500",
};

function send(artistId: string, form: Record<string, string>, from = newNetwork()) {
  return requestBooking(services, artistId, from, bookingSchema.parse(form));
}

function requestsTo(artistId: string) {
  return services.db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("booking_requests").selectAll().where("musician_id", "=", artistId).execute(),
    );
}

test("a request is stored pending and unread, with missing optional fields as null", async () => {
  const { id } = await makeMusician(services.db);
  const empty = { requester_phone: " ", event_date: "", event_location: "", budget_range: "" };
  const forged = { status: "accepted", is_read: "true", id: "mine", created_at: "1999-01-01" };
  await send(id, { ...required, ...empty, ...forged, requester_email: " Pat@Example.ORG" });
  expect(await requestsTo(id)).toEqual([
    {
      id: expect.any(String),
      language: "en",
      musician_id: id,
      ...required,
      requester_phone: null,
      event_type: "performance",
      event_date: null,
      event_location: null,
      budget_range: null,
      status: "pending",
      is_read: false,
      created_at: expect.any(Date),
      updated_at: expect.any(Date),
      told_status: null,
      told_at: null,
      told_text: null,
      tell_failed_at: null,
    },
  ]);
});

test("everything that was filled in arrives", async () => {
  const { id } = await makeMusician(services.db);
  await send(id, everything);
  expect(await requestsTo(id)).toMatchObject([everything]);
});

test("the longest message that the form takes fits, in whatever characters", async () => {
  const { id } = await makeMusician(services.db);
  const messages = ["x".repeat(1000), "字".repeat(1000), "🎸".repeat(500), `a\n${"b".repeat(998)}`];
  for (const message of messages) await send(id, { ...required, message });
  expect((await requestsTo(id)).map(({ message }) => message.length)).toEqual([1000, 1000, 1000, 1000]);
});

test("twenty at once of the same request are one, and with another word it is another", async () => {
  const { id } = await makeMusician(services.db);
  const from = newNetwork();
  await Promise.all(Array.from({ length: 20 }, () => send(id, everything, from)));
  expect(await requestsTo(id)).toHaveLength(1);
  await send(id, { ...everything, requester_phone: "" }, from);
  await send(id, { ...everything, message: "Would you play, please?" }, from);
  expect(await requestsTo(id)).toHaveLength(3);
});

test("after ten minutes, whatever has become of it, the same request is a new one", async () => {
  const { id } = await makeMusician(services.db);
  await send(id, everything);
  const change = (values: { status?: "accepted"; is_read?: boolean; created_at?: Date }) =>
    services.db
      .asSystem()
      .write((tx) => tx.updateTable("booking_requests").set(values).where("musician_id", "=", id).execute());
  await change({ status: "accepted", is_read: true });
  await send(id, everything);
  expect(await requestsTo(id)).toHaveLength(1);
  await change({ created_at: new Date(Date.now() - 11 * 60_000) });
  await send(id, everything);
  expect(await requestsTo(id)).toHaveLength(2);
});

test("a network has sixty requests an hour", async () => {
  const { id } = await makeMusician(services.db);
  const from = newNetwork();
  for (let number = 1; number <= 60; number++)
    await send(id, { ...required, message: `Number ${number}` }, from);
  await expect(send(id, required, from)).rejects.toMatchObject({ kind: "too-many", status: 429 });
  expect(await requestsTo(id)).toHaveLength(60);
});

test("a page without the form takes no requests", async () => {
  const { id } = await makeMusician(services.db, { show_booking_section: false });
  await expect(send(id, required)).rejects.toMatchObject({
    kind: "conflict",
    publicText: "This page doesn't take booking requests at the moment.",
  });
  expect(await requestsTo(id)).toEqual([]);
});
