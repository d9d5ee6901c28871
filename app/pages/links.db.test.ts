import type { Client } from "pg";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makePaymentLink, makeSocialLink, makeVideo } from "../../tests/factories/page.ts";
import { asServerOwner } from "../../tests/harness/database.ts";
import { freshServices } from "../../tests/harness/services.ts";
import * as videos from "../features/video/dashboard.tsx";
import { servicesContext } from "../services.server.ts";
import { viewerContext } from "../viewer.server.ts";
import { findArtistPage } from "./artist/artist.server.ts";
import * as links from "./links.route.tsx";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

/** The screen's arguments, in the name of one musician. */
function call(userId: string, fields?: Record<string, string>, lent: Pick<Services, "db"> = services) {
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, ...lent });
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL("http://localhost:3000/social-links");
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/social-links" as const };
}

const load = (userId: string) => links.loader(call(userId));
/** The answer of an action; of a refusal its status and texts. */
async function send(userId: string, fields: Record<string, string>): Promise<unknown> {
  const answer = await links.action(call(userId, fields));
  if (typeof answer !== "object" || answer === null || !("data" in answer) || !("init" in answer))
    return answer;
  return answer;
}
const refusal = (status: number, errors: Record<string, string>) => ({
  data: { refused: { errors } },
  init: { status },
});

test("links are added, changed and deleted, the newest first, as the page has them", async () => {
  const { id, profile } = await makeMusician(services.db);
  await send(id, { intent: "save-social-link", platform: "bandcamp", url: "mara.bandcamp.com" });
  await send(id, { intent: "save-social-link", platform: "tidal", url: "https://tidal.com/artist/1" });
  const { socialLinks: before } = await load(id);
  expect(before).toMatchObject([
    { platform: "tidal", url: "https://tidal.com/artist/1" },
    { platform: "bandcamp", url: "https://mara.bandcamp.com/" },
  ]);
  const [tidal, bandcamp] = before ?? [];
  const change = { intent: "save-social-link", id: bandcamp?.id ?? "", platform: "mastodon" };
  expect(await send(id, { ...change, url: "@mara@musicians.example" })).toEqual({ savedSocialLink: true });
  expect(await send(id, { intent: "delete-social-link", id: tidal?.id ?? "" })).toEqual({
    deletedSocialLink: true,
  });
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page?.socialLinks).toEqual([{ platform: "mastodon", url: "https://musicians.example/@mara" }]);
});

test("social links keep the order they are given; a new one stands first until it has a place", async () => {
  const { id, profile } = await makeMusician(services.db);
  for (const platform of ["spotify", "tidal", "deezer"]) {
    await send(id, { intent: "save-social-link", platform, url: `https://${platform}.com/artist/1` });
  }
  const [deezer, tidal, spotify] = (await load(id)).socialLinks ?? [];
  const order = [tidal, spotify, deezer].map((link) => link?.id).join(" ");
  await send(id, { intent: "save-social-link", platform: "website", url: "https://example.org/" });
  expect(await send(id, { intent: "reorder-social-links", order })).toEqual({ reorderedSocialLinks: true });
  await send(id, { intent: "save-social-link", platform: "bandcamp", url: "mara.bandcamp.com" });
  const expected = ["bandcamp", "website", "tidal", "spotify", "deezer"];
  expect((await load(id)).socialLinks?.map(({ platform }) => platform)).toEqual(expected);
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page?.socialLinks.map(({ platform }) => platform)).toEqual(expected);
});

test("a link that is there already is not added again, nor more than a page shows", async () => {
  const { id } = await makeMusician(services.db);
  const link = { intent: "save-social-link", platform: "spotify", url: "https://open.spotify.com/artist/1" };
  await send(id, link);
  expect(await send(id, link)).toMatchObject(refusal(409, { url: "You have this link already" }));
  await services.db.asSystem().write((tx) =>
    tx
      .insertInto("social_links")
      .values(Array.from({ length: 99 }, (_, n) => ({ user_id: id, url: `https://example.org/${n}` })))
      .execute(),
  );
  expect(await send(id, { ...link, url: "https://example.org/one-more" })).toMatchObject(
    refusal(409, { form: "Maximum of 100 social links allowed" }),
  );
});

test("of six requests at once that add the same link one is taken; support links have a place each, and are four", async () => {
  const { id } = await makeMusician(services.db);
  const link = { platform: "spotify", url: "https://open.spotify.com/artist/1" };
  const six = <Answer>(send: (n: number) => Promise<Answer>) => Promise.all([1, 2, 3, 4, 5, 6].map(send));
  const added = await six(() => send(id, { intent: "save-social-link", ...link }));
  expect(
    added.filter((answer) => typeof answer === "object" && answer && "savedSocialLink" in answer),
  ).toHaveLength(1);
  const refused = refusal(409, { url: "You have this link already" });
  for (const answer of added) {
    if (typeof answer === "object" && answer && "data" in answer) expect(answer).toMatchObject(refused);
  }
  await send(id, { intent: "save-social-link", platform: "website", url: link.url });
  await send(id, { intent: "save-social-link", ...link, url: "https://open.spotify.com/artist/2" });
  expect((await load(id)).socialLinks).toHaveLength(3);

  await six((n) =>
    send(id, { intent: "save-payment-link", platform: "other", url: `https://example.org/${n}` }),
  );
  const places = async () => {
    const rows = await services.db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("payment_links")
          .select("display_order")
          .where("user_id", "=", id)
          .orderBy("display_order")
          .execute(),
      );
    return rows.map(({ display_order }) => display_order);
  };
  expect(await places()).toEqual([1, 2, 3, 4]);
  const [first, ...rest] = (await load(id)).paymentLinks ?? [];
  await services.db.asMusician(id).write((tx) =>
    tx
      .deleteFrom("payment_links")
      .where("id", "=", first?.id ?? "")
      .execute(),
  );
  // Reordered while others are added: whichever comes first, no two links share a place.
  const order = rest.map((link) => link.id).reverse();
  await six((n) =>
    n % 2
      ? send(id, { intent: "reorder-payment-links", order: order.join(" ") })
      : send(id, { intent: "save-payment-link", platform: "other", url: `https://example.com/${n}` }),
  );
  const after = await places();
  expect(new Set(after).size).toBe(4);
});

test("an order waits for a support link that is being added, and counts it in", async () => {
  const { id } = await makeMusician(services.db);
  for (const display_order of [2, 3]) await makePaymentLink(services.db, { user_id: id, display_order });
  const [first, second] = (await load(id)).paymentLinks ?? [];
  let ordered: Promise<unknown> | undefined;
  await services.db.asMusician(id).write(async (tx) => {
    await tx
      .insertInto("payment_links")
      .values({ user_id: id, platform: "kofi", url: "https://ko-fi.com/third", display_order: 4 })
      .execute();
    ordered = send(id, { intent: "reorder-payment-links", order: `${second?.id} ${first?.id}` });
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    const isWaiting = async (owner: Client) => (await owner.query(waiting)).rowCount;
    await expect.poll(() => asServerOwner(services.db.ownerUrl, isWaiting), { timeout: 10_000 }).toBe(1);
  });
  expect(await ordered).toEqual({ reorderedPaymentLinks: true });
  const places = await services.db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("payment_links").select(["id", "display_order"]).where("user_id", "=", id).execute(),
    );
  expect(places.map(({ display_order }) => display_order).sort()).toEqual([1, 2, 3]);
  expect(places).toContainEqual({ id: second?.id, display_order: 1 });
});

test("support links join at the end, switched on, and there are never more than four", async () => {
  const { id } = await makeMusician(services.db);
  const add = (n: number) =>
    send(id, { intent: "save-payment-link", platform: "kofi", url: `https://ko-fi.com/${n}` });
  for (const n of [1, 2, 3]) await add(n);
  // The fourth comes several times at once: one wins.
  const answers = await Promise.all([4, 5, 6, 7].map(add));
  const refused = answers.filter((answer) => !Object.hasOwn(Object(answer), "savedPaymentLink"));
  expect(refused).toHaveLength(3);
  for (const answer of refused) {
    expect(answer).toMatchObject(refusal(409, { form: "Maximum of 4 payment links allowed" }));
  }
  const { paymentLinks } = await load(id);
  expect(paymentLinks).toHaveLength(4);
  expect(paymentLinks.slice(0, 3).map(({ url }) => url)).toEqual(
    [1, 2, 3].map((n) => `https://ko-fi.com/${n}`),
  );
  expect(paymentLinks.every(({ is_enabled }) => is_enabled)).toBe(true);
});

test("support links keep the order they are given; one that is switched off leaves the page alone", async () => {
  const { id, profile } = await makeMusician(services.db);
  const made = [];
  for (const platform of ["paypal", "venmo", "patreon"] as const) {
    made.push(await makePaymentLink(services.db, { user_id: id, platform }));
  }
  const [paypal, venmo, patreon] = made.map((link) => link.id);
  const order = [patreon, paypal, venmo].join(" ");
  expect(await send(id, { intent: "reorder-payment-links", order })).toEqual({ reorderedPaymentLinks: true });
  await send(id, { intent: "enable-payment-link", id: paypal ?? "", enabled: "false" });
  const { paymentLinks } = await load(id);
  expect(paymentLinks.map(({ platform, is_enabled }) => [platform, is_enabled])).toEqual([
    ["patreon", true],
    ["paypal", false],
    ["venmo", true],
  ]);
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page?.supportLinks?.map(({ platform }) => platform)).toEqual(["patreon", "venmo"]);
});

test("another's links answer 404 and stay as they are", async () => {
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  const social = await makeSocialLink(services.db, { user_id: them.id });
  const payment = await makePaymentLink(services.db, { user_id: them.id });
  const own = await makePaymentLink(services.db, { user_id: me.id });
  const url = "https://evil.example/";
  const attempts: Record<string, string>[] = [
    { intent: "save-social-link", id: social.id, platform: "website", url },
    { intent: "delete-social-link", id: social.id },
    { intent: "reorder-social-links", order: social.id },
    { intent: "save-payment-link", id: payment.id, platform: "other", url },
    { intent: "enable-payment-link", id: payment.id, enabled: "false" },
    { intent: "delete-payment-link", id: payment.id },
    { intent: "reorder-payment-links", order: `${payment.id} ${own.id}` },
    { intent: "delete-payment-link", id: "00000000-0000-4000-8000-000000000000" },
  ];
  for (const fields of attempts) {
    expect(await send(me.id, fields), fields.intent).toMatchObject({ init: { status: 404 } });
  }
  const theirs = await load(them.id);
  expect(theirs.socialLinks).toEqual([{ id: social.id, platform: social.platform, url: social.url }]);
  expect(theirs.paymentLinks).toMatchObject([{ id: payment.id, url: payment.url, is_enabled: true }]);
});

test("a form that isn't this page's is refused", async () => {
  const { id } = await makeMusician(services.db);
  await expect(send(id, { intent: "toString" })).rejects.toMatchObject({ kind: "invalid" });
  await expect(send(id, {})).rejects.toMatchObject({ kind: "invalid" });
});

test("a list that can't be loaded leaves the rest of the screen alone", async () => {
  const { id } = await makeMusician(services.db);
  const broken = () => Promise.reject(new Error("The table is gone."));
  const db: Services["db"] = {
    ...services.db,
    asMusician: (userId) => ({ ...services.db.asMusician(userId), read: broken }),
  };
  const loaded = await links.loader(call(id, undefined, { db }));
  expect(loaded).toMatchObject({ socialLinks: null, paymentLinks: [], theme: { scheme: "dark" } });
});

test("a theme that can't be loaded is the default one, here and beside the videos", async () => {
  const { id } = await makeMusician(services.db, { color_theme: "rose-gold", font_family: "lato" });
  await makeSocialLink(services.db, { user_id: id });
  await makeVideo(services.db, { user_id: id });
  const readOnce = () => Promise.reject(new Error("The table is gone."));
  const db: Services["db"] = {
    ...services.db,
    asMusician: (userId) => ({ ...services.db.asMusician(userId), readOnce }),
  };
  const [own, without] = [call(id), call(id, undefined, { db })];
  expect(await links.loader(own)).toMatchObject({ theme: { font: { name: "lato" } } });
  expect(await links.loader(without)).toMatchObject({
    theme: { font: { name: "inter" } },
    socialLinks: [{}],
  });
  const beside = await videos.loader({ ...without, pattern: "/video" });
  expect(beside).toMatchObject({ theme: { font: { name: "inter" } }, videos: [{}] });
});
