import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeBooking, makeSubscriber } from "../../../tests/factories/audience.ts";
import { makeEvent, makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { findOwn } from "./find.server.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const titles = (found: Awaited<ReturnType<typeof findOwn>>) =>
  found.map(({ kind, title }) => `${kind}: ${title}`);

test("what has the words in its name is found, of each kind, with the way there", async () => {
  const { db } = services;
  const { id } = await makeMusician(db);
  const own = { user_id: id };
  const track = await makeTrack(db, { ...own, title: "Harbour Lights" });
  await makeTrack(db, { ...own, title: "Elsewhere" });
  await makeEvent(db, { ...own, title: "Spring", location: "The harbour", event_date: "2099-05-01" });
  await makeEvent(db, { ...own, title: "Old Harbour", location: "Leith", event_date: "2020-05-01" });
  const request = await makeBooking(db, {
    musician_id: id,
    requester_name: "Harbourfest",
    status: "pending",
  });
  await makeSubscriber(db, {
    musician_id: id,
    subscriber_email: "pat@harbour.example",
    subscriber_name: null,
  });
  const partner = await makeMusician(db, { artist_name: "The Harbourmasters" });
  const [participant_1 = "", participant_2 = ""] = [id, partner.id].sort();
  const conversation = await db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("conversations")
        .values({ participant_1, participant_2 })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
  expect(await findOwn(services, id, "HARBOUR")).toEqual([
    { kind: "track", title: "Harbour Lights", detail: "", to: `/music/tracks/${track.id}` },
    { kind: "event", title: "Spring", detail: "2099-05-01, The harbour", to: "/events?search=Spring" },
    {
      kind: "event",
      title: "Old Harbour",
      detail: "2020-05-01, Leith",
      to: "/events?show=past&search=Old%20Harbour",
    },
    {
      kind: "person",
      title: "Harbourfest",
      detail: "Booking request, pending",
      to: `/booking-requests?request=${request.id}`,
    },
    {
      kind: "person",
      title: "The Harbourmasters",
      detail: "Conversation",
      to: `/messages/${conversation.id}`,
    },
    {
      kind: "person",
      title: "pat@harbour.example",
      detail: "Subscriber",
      to: "/newsletter?search=pat%40harbour.example",
    },
  ]);
});

test("of many there are five of a kind, and nothing of anybody else's", async () => {
  const { db } = services;
  const { id } = await makeMusician(db);
  for (let count = 0; count < 7; count++) await makeTrack(db, { user_id: id, title: `Song ${count}` });
  await makeTrack(db, { title: "Song of another" });
  await makeSubscriber(db, { subscriber_name: "Song Lover" });
  await makeBooking(db, { requester_name: "Song Night" });
  const found = titles(await findOwn(services, id, "song"));
  expect(found).toHaveLength(5);
  expect(found.every((title) => /^track: Song \d$/.test(title))).toBe(true);
});

test("signs that patterns are made of stand for themselves", async () => {
  const { db } = services;
  const { id } = await makeMusician(db);
  await makeTrack(db, { user_id: id, title: "100% Wool" });
  await makeTrack(db, { user_id: id, title: "1000 Sheep" });
  expect(titles(await findOwn(services, id, "100%"))).toEqual(["track: 100% Wool"]);
});
