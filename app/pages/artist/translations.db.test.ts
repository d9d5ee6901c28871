import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inLanguage, type Reader } from "#server/reading.ts";
import { directionContext, readerContext } from "~/services.server";
import type { Language } from "~/shared/languages";
import { languageOf } from "~/shared/writing";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeComment } from "../../../tests/factories/audience.ts";
import {
  makeEvent,
  makePageLink,
  makePhoto,
  makeRelease,
  makeReleaseTrack,
  makeTrack,
  makeVideo,
} from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { findArtistPage } from "./artist.server";
import { findEventsPage } from "./events.server";
import { firstButton } from "./first-action.ts";
import { findReleasePage, findTrackPage } from "./music-pages.server";
import { type Introduction, showInReadersLanguage } from "./page-answer.server";

let db: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

/** The page as a reader of this language gets it. */
async function read<Page extends Introduction>(
  asked: Language | undefined,
  find: () => Promise<Page | null>,
  look: (page: Page) => void,
) {
  const reader: Reader = { asked, page: undefined };
  const context = new RouterContextProvider();
  context.set(readerContext, reader);
  context.set(directionContext, "ltr");
  await inLanguage(reader, async () => {
    const page = await find();
    if (!page) throw new Error("There is no such page.");
    showInReadersLanguage(context, page);
    look(page);
  });
}

test("a visitor who reads a language of the artist's gets each text in it, where there is one", async () => {
  const { id: user_id } = await makeMusician(db, {
    ...{ artist_name: "Nova", custom_url: "nova", location: "Cologne", bio: "Songs for night buses." },
    ...{ page_language: "en", other_languages: ["de", "ar"] },
    ...{ first_action: "link", first_action_label: "Hear it", first_action_url: "https://a.example/" },
    translations: {
      de: { bio: "Lieder für Nachtbusse.", first_action_label: "Reinhören" },
      fr: { bio: "Des chansons.", first_action_label: "Écouter" },
    },
  });
  const german = { de: { title: "Auf Deutsch" } };
  const track = await makeTrack(db, {
    ...{ user_id, title: "Open Water", slug: "open-water", credits: "Bass: Ana" },
    translations: { de: { title: "Offenes Wasser" }, ar: { credits: "باس: آنا" } },
  });
  const release = await makeRelease(db, {
    ...{ user_id, title: "Tides", slug: "tides", description: "A record.", translations: german },
  });
  await makeEvent(db, {
    ...{ user_id, title: "Soon", event_date: "2199-12-04", description: "Doors at 7", translations: german },
  });
  await makePhoto(db, {
    ...{ user_id, caption: "On stage", alt_text: "A guitar" },
    translations: { de: { alt_text: "Eine Gitarre" } },
  });
  await makeVideo(db, { user_id, title: "Live", translations: german });
  await makePageLink(db, { user_id, title: "Vinyl", translations: german });
  await makeComment(db, { musician_id: user_id, track_id: track.id, track_seconds: 5, content: "Lovely" });

  const artist = () => findArtistPage(db.asVisitor(), "nova");
  const first = (label: string) => ({ kind: "link", label, href: "https://a.example/" });
  await read("de", artist, (page) => {
    expect(page).toMatchObject({
      artistName: "Nova",
      bio: "Lieder für Nachtbusse.",
      location: "Cologne",
      tracks: [{ title: "Offenes Wasser", slug: "open-water" }],
      releases: [{ title: "Auf Deutsch" }],
      events: [{ title: "Auf Deutsch", description: "Doors at 7" }],
      photos: [{ caption: "On stage", altText: "Eine Gitarre" }],
      videos: [{ title: "Auf Deutsch" }],
      links: [{ title: "Auf Deutsch" }],
      comments: [{ content: "Lovely", track: { title: "Offenes Wasser" } }],
    });
    expect(firstButton(page, "")).toEqual(first("Reinhören"));
    // The words around are German: what isn't says so.
    expect([languageOf("Lieder für Nachtbusse."), languageOf("Doors at 7")]).toEqual([undefined, "en"]);
  });
  for (const asked of ["en", "fr", undefined] as const) {
    await read(asked, artist, (page) => {
      expect(page).toMatchObject({ bio: "Songs for night buses.", tracks: [{ title: "Open Water" }] });
      expect(firstButton(page, "")).toEqual(first("Hear it"));
    });
  }
  await read("ar", artist, (page) => {
    expect(firstButton(page, "")).toEqual(first("Hear it"));
    expect(languageOf("Hear it")).toBe("en");
  });
  await read(
    "ar",
    () => findTrackPage(db.asVisitor(), "nova", "open-water"),
    (page) => {
      expect(page.track).toMatchObject({ title: "Open Water", credits: "باس: آنا" });
      expect([languageOf("باس: آنا"), languageOf("Open Water")]).toEqual([undefined, "en"]);
    },
  );
  await read(
    "de",
    () => findReleasePage(db.asVisitor(), "nova", release.slug),
    (page) => expect(page.release).toMatchObject({ title: "Auf Deutsch", description: "A record." }),
  );
  await read(
    "de",
    () => findEventsPage(db.asVisitor(), "nova"),
    (page) => expect(page.upcoming).toMatchObject([{ title: "Auf Deutsch" }]),
  );
});

test("a title that is announced is translated before its track can be heard; its credits are nobody's yet", async () => {
  const { id: user_id } = await makeMusician(db, {
    ...{ custom_url: "soon", page_language: "en", other_languages: ["de"] },
  });
  const release = await makeRelease(db, { user_id, release_date: "2199-01-01", slug: "later" });
  const track = await makeTrack(db, {
    ...{ user_id, title: "Ebb", translations: { de: { title: "Ebbe", credits: "Bass: Ana" } } },
  });
  await makeReleaseTrack(db, release, track.id);
  const find = () => findReleasePage(db.asVisitor(), "soon", "later");
  expect(JSON.stringify(await find())).not.toContain("Ana");
  await read("de", find, ({ release }) => expect(release.entries).toMatchObject([{ title: "Ebbe" }]));
});

test("nobody translates another's words", async () => {
  const { id: user_id } = await makeMusician(db);
  const other = await makeMusician(db);
  const event = await makeEvent(db, { user_id });
  const changed = await db.asMusician(other.id).write((tx) =>
    tx
      .updateTable("events")
      .set({ translations: { de: { title: "Abgesagt" } } })
      .where("id", "=", event.id)
      .executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});
