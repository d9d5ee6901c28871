import { describe, expect, test } from "vitest";
import type { PublicTrack } from "~/features/music/public";
import { sampleContent } from "../sample-content.ts";
import type { ArtistPage } from "./artist.server";
import { firstButton, nextShow, showInWords, showPath } from "./first-action.ts";

const sample = sampleContent(new Date());
const path = "/artist/nova";
type Show = NonNullable<ArtistPage["events"]>[number];
type Release = NonNullable<ArtistPage["releases"]>[number];

const show = (changes: Partial<Show> = {}): Show => ({
  ...{ id: "e1", title: "Winter Night", eventType: "concert", date: "2026-12-04", time: null, endDate: null },
  ...{ endTime: null, timeZone: null, location: "Leith", venueName: "The Attic", address: null },
  ...{ description: null, ticketUrl: "https://tickets.example", admission: "tickets", isFeatured: false },
  ...{ isCancelled: false, ...changes },
});
const track = (id: string): PublicTrack => ({
  ...{
    id,
    slug: `slug-${id}`,
    title: `Title ${id}`,
    fileUrl: null,
    playbackUrl: null,
    durationSeconds: null,
  },
  ...{ waveform: null, downloadsEnabled: false, cover: null },
});
const release = (slug: string, isOut: boolean): Release => ({
  ...{ id: slug, slug, title: `Release ${slug}`, kind: "ep", cover: null, day: null, isOut },
});
const page = (changes: Partial<ArtistPage>): ArtistPage => ({ ...sample, tracks: null, ...changes });
const button = (changes: Partial<ArtistPage>) => firstButton(page(changes), path);

test("without a choice nothing is offered, whatever there is", () => {
  expect(button({ tracks: [track("a")], events: [show()] })).toBeNull();
});

describe("the latest music", () => {
  const play = { firstAction: "play" } as const;
  const track1 = { kind: "play", plays: "a", title: "Title a", href: "/artist/nova/tracks/slug-a" };

  test("is the track that the database calls the newest", () => {
    const newest = { tracks: [track("b"), track("a")], newestTrackId: "a" };
    expect(button({ ...play, ...newest, releases: [release("x", true)] })).toEqual(track1);
  });

  test("is else the release that came out last, not one that is only announced", () => {
    const releases = [release("coming", false), release("out", true), release("old", true)];
    expect(button({ ...play, tracks: [track("b")], releases, latestTracks: [track("c")] })).toEqual({
      kind: "play",
      plays: "latest-tracks",
      title: "Release out",
      href: "/artist/nova/music/out",
    });
  });

  test("is a release's page where nothing of it plays here", () => {
    expect(button({ ...play, releases: [release("out", true)], latestTracks: [] })).toMatchObject({
      kind: "listen",
      href: "/artist/nova/music/out",
    });
  });

  test("is the first of more tracks than the page has, and nothing without any", () => {
    expect(button({ ...play, tracks: [track("a")], newestTrackId: "beyond" })).toEqual(track1);
    expect(button({ ...play, tracks: [] })).toBeNull();
    expect(button(play)).toBeNull();
  });
});

describe("the next show", () => {
  const chosen = { firstAction: "show" } as const;

  test("is the first whose tickets are sold, and leads to them", () => {
    const free = show({ id: "free", admission: "free" });
    const soldOut = show({ id: "gone", admission: "sold-out" });
    const off = show({ id: "off", isCancelled: true });
    expect(button({ ...chosen, events: [off, free, soldOut, show()] })).toMatchObject({
      show: { id: "e1" },
      href: "https://tickets.example",
    });
    expect(nextShow([off, free, show()])?.id).toBe("free");
  });

  test("leads to all that is said about it where there are no tickets", () => {
    for (const changes of [{ ticketUrl: null }, { admission: "sold-out" }, { admission: "free" }] as const) {
      expect(button({ ...chosen, events: [show(changes)] })).toMatchObject({
        href: "/artist/nova/events#event-e1",
      });
      expect(showPath(show(changes), path)).toBe("/artist/nova/events#event-e1");
    }
  });

  test("is nothing without one that takes place", () => {
    expect(button({ ...chosen, events: [show({ isCancelled: true })] })).toBeNull();
    expect(button({ ...chosen, events: null })).toBeNull();
  });

  test.each([
    [{}, "Fri 4 Dec, Leith, Tickets"],
    [{ location: null }, "Fri 4 Dec, The Attic, Tickets"],
    [{ location: null, venueName: null }, "Fri 4 Dec, Winter Night, Tickets"],
    [{ ticketUrl: null }, "Fri 4 Dec, Leith"],
    [{ admission: "free" }, "Fri 4 Dec, Leith, Free"],
    [{ admission: "sold-out" }, "Fri 4 Dec, Leith, Sold out"],
    [{ date: "2027-01-01" }, "Fri 1 Jan 2027, Leith, Tickets"],
  ] as const)("%o reads '%s'", (changes, words) => {
    const { when, where, entry } = showInWords(show(changes), "2026-11-20");
    expect([when, where, entry].filter(Boolean).join(", ")).toBe(words);
  });
});

test("a link needs its text and its address", () => {
  const link = {
    firstAction: "link",
    firstActionLabel: "Tape",
    firstActionUrl: "https://a.example",
  } as const;
  expect(button(link)).toEqual({ kind: "link", label: "Tape", href: "https://a.example" });
  expect(button({ ...link, firstActionLabel: null })).toBeNull();
  expect(button({ ...link, firstActionUrl: null })).toBeNull();
});
