import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Writer } from "#server/db/database.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeIssue, makeLetterPicture } from "../../../tests/factories/audience.ts";
import { makeEvent, makeRelease, makeStoredImage, makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { executeIssueAction, saveIssue } from "../../features/newsletter/issue-commands.server.ts";
import { asText } from "../../features/newsletter/issue-schema.ts";
import { servicesContext } from "../../services.server.ts";
import * as sitemap from "../sitemap.route.ts";
import { findArtistPage } from "./artist.server.ts";
import { findArchivePage } from "./newsletter-archive.server.ts";
import { findIssuePage, issueShown } from "./newsletter-issue.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const visitor = () => services.db.asVisitor();
const sent = { status: "sent", started_at: new Date("2026-03-04T05:06:07Z") } as const;

/** An artist with letters: one in the archive, one that isn't, and one that hasn't gone out. */
async function makeArtist() {
  const { id: musician_id, profile } = await makeMusician(services.db);
  const make = async (changes: object) => (await makeIssue(services.db, { musician_id, ...changes })).id;
  return {
    musician_id,
    slug: profile.custom_url ?? "",
    shown: await make({ ...sent, in_archive: true }),
    unlisted: await make(sent),
    draft: await make({ in_archive: true }),
  };
}

async function addressesInSitemap(): Promise<string> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  const request = new Request("http://localhost/sitemap.xml");
  const answer = await sitemap.loader({
    request,
    url: new URL(request.url),
    params: {},
    pattern: "/sitemap.xml",
    context,
  });
  return answer.text();
}

test("the archive has what its artist shows there and has sent, page by page, the newest first", async () => {
  const { musician_id, slug, shown } = await makeArtist();
  for (let age = 1; age <= 44; age++) {
    // Several began in the same moment.
    const started_at = new Date(sent.started_at.getTime() - Math.floor(age / 5) * 60_000);
    await makeIssue(services.db, { musician_id, ...sent, started_at, in_archive: true });
  }
  const pages = [await findArchivePage(visitor(), slug, null)];
  for (let place = pages[0]?.older; place; place = pages.at(-1)?.older) {
    pages.push(await findArchivePage(visitor(), slug, place));
  }
  expect(pages.map((page) => page?.letters.length)).toEqual([20, 20, 5]);
  const all = pages.flatMap((page) => page?.letters ?? []);
  expect(new Set(all.map(({ id }) => id)).size).toBe(45);
  expect(all.map(({ id }) => id)).toContain(shown);
  const times = all.map(({ startedAt }) => startedAt);
  expect(times).toEqual(times.toSorted().reverse());
  expect(pages.map((page) => page?.newer && (page.newer === "first" ? "first" : "place"))).toEqual([
    null,
    "first",
    "place",
  ]);
  const back = pages[2]?.newer;
  if (!back || back === "first") throw new Error("It must be the second page.");
  expect((await findArchivePage(visitor(), slug, back))?.letters).toEqual(pages[1]?.letters);
});

test("a letter outside the archive is read by its address alone", async () => {
  const { slug, shown, unlisted, draft } = await makeArtist();
  const { letters } = (await findArchivePage(visitor(), slug, null)) ?? {};
  expect(letters?.map(({ id }) => id)).toEqual([shown]);
  expect(await findIssuePage(visitor(), slug, shown)).toMatchObject({ inArchive: true });
  expect(await findIssuePage(visitor(), slug, unlisted)).toMatchObject({
    inArchive: false,
    older: null,
    newer: null,
  });
  expect(await findIssuePage(visitor(), slug, draft)).toBeNull();
  const other = await makeArtist();
  expect(await findIssuePage(visitor(), other.slug, shown)).toBeNull();
  const addresses = await addressesInSitemap();
  expect(addresses).toContain(`/artist/${slug}/letters</loc>`);
  expect(addresses).toContain(shown);
  expect(addresses).not.toContain(unlisted);
  expect(addresses).not.toContain(draft);
});

test("in the archive each leads to the ones before and after it", async () => {
  const { id: musician_id, profile } = await makeMusician(services.db);
  const slug = profile.custom_url ?? "";
  const ids: string[] = [];
  for (const day of [1, 2, 3, 4]) {
    const started_at = new Date(Date.UTC(2026, 0, day));
    const issue = await makeIssue(services.db, { musician_id, ...sent, started_at, in_archive: day !== 2 });
    ids.push(issue.id);
  }
  const [first, , third, fourth] = ids;
  expect(await findIssuePage(visitor(), slug, third ?? "")).toMatchObject({
    older: { id: first },
    newer: { id: fourth },
  });
  expect(await findIssuePage(visitor(), slug, fourth ?? "")).toMatchObject({
    older: { id: third },
    newer: null,
  });
});

test("a suspended artist's letters are gone, in the archive and by their address", async () => {
  const { musician_id, slug, shown, unlisted } = await makeArtist();
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", musician_id)
        .execute(),
    );
  expect((await findArchivePage(visitor(), slug, null))?.letters ?? []).toEqual([]);
  expect(await findIssuePage(visitor(), slug, shown)).toBeNull();
  expect(await findIssuePage(visitor(), slug, unlisted)).toBeNull();
  expect(await addressesInSitemap()).not.toContain(shown);
});

test("its artist puts a sent letter into the archive and takes it out; a draft says it by its own form", async () => {
  const { musician_id, slug, shown, unlisted, draft } = await makeArtist();
  const set = (id: string, isOn: boolean) =>
    executeIssueAction(services, musician_id, { intent: "set-in-archive", id, isOn });
  await set(unlisted, true);
  await set(shown, false);
  const letters = async () => (await findArchivePage(visitor(), slug, null))?.letters.map(({ id }) => id);
  expect(await letters()).toEqual([unlisted]);
  expect((await findArtistPage(visitor(), slug))?.hasLetters).toBe(true);
  await set(unlisted, false);
  expect((await findArtistPage(visitor(), slug))?.hasLetters).toBe(false);
  await expect(set(draft, true)).rejects.toThrow("moved on");
  const other = await makeArtist();
  await expect(
    executeIssueAction(services, other.musician_id, { intent: "set-in-archive", id: shown, isOn: true }),
  ).rejects.toThrow("does not exist");
  await saveIssue(services, musician_id, {
    ...asText,
    id: draft,
    title: "Draft",
    body: "Hello",
    in_archive: false,
  });
  const kept = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("letters").select("in_archive").where("id", "=", draft).execute());
  expect(kept).toEqual([{ in_archive: false }]);
});

test("a letter's page shows of its blocks what visitors see by then, and no picture that has gone out in no mail", async () => {
  const { musician_id, slug } = await makeArtist();
  const own = { user_id: musician_id };
  const track = await makeTrack(services.db, own);
  const release = await makeRelease(services.db, own);
  const show = await makeEvent(services.db, own);
  const unseen = await makeTrack(services.db, { ...own, is_visible: false });
  const notTheirs = await makeTrack(services.db);
  const blocks = [
    ...[track, unseen, notTheirs].map(({ id }) => ({ kind: "track", id })),
    { kind: "release", id: release.id },
    { kind: "show", id: show.id },
  ];
  const letter = await makeIssue(services.db, { musician_id, ...sent, blocks: JSON.stringify(blocks) });
  const picture = await makeLetterPicture(services.db, letter);
  await makeStoredImage(services.db, { ...own, url: picture.image_url });
  const write = (change: (tx: Writer) => Promise<unknown>) => services.db.asSystem().write(change);
  const withPicture = [...blocks, { kind: "picture", id: picture.id, alt: "" }];
  await write((tx) =>
    tx
      .updateTable("letters")
      .set({ blocks: JSON.stringify(withPicture) })
      .where("id", "=", letter.id)
      .execute(),
  );
  const seen = async () => {
    const page = await findIssuePage(visitor(), slug, letter.id);
    const { cards, pictures } = page ? await issueShown(visitor(), page, page.body) : {};
    return [...(cards?.keys() ?? []), ...(pictures?.keys() ?? [])].sort();
  };
  expect(await seen()).toEqual([track.id, release.id, show.id].sort());
  await write(async (tx) => {
    await tx
      .updateTable("letter_pictures")
      .set({ mailed_at: new Date() })
      .where("id", "=", picture.id)
      .execute();
    await tx.updateTable("music_tracks").set({ is_visible: false }).where("id", "=", track.id).execute();
    await tx.updateTable("releases").set({ published_at: null }).where("id", "=", release.id).execute();
    await tx.updateTable("events").set({ is_published: false }).where("id", "=", show.id).execute();
  });
  expect(await seen()).toEqual([picture.id]);
});
