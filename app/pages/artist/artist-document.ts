import { z } from "zod";
import {
  artistPath,
  bookingPath,
  type FeedKind,
  feedPath,
  lettersPath,
  releasePath,
  trackPath,
} from "~/shared/artist-address";
import type { Picture } from "~/shared/picture";
import type { ArtistPage } from "./artist.server";

const address = z.string().describe("A whole address.");
const day = z.string().describe("YYYY-MM-DD");
const clock = z.string().describe("HH:MM:SS, by the clocks of the place").nullable();
const picture = z.strictObject({ url: address, width: z.int(), height: z.int() }).nullable();

const track = z.strictObject({
  id: z.string(),
  title: z.string(),
  url: address,
  audioUrl: address.nullable().describe("What the page's player plays."),
  downloadUrl: address.nullable().describe("The original file, where the artist offers it."),
  durationSeconds: z.number().nullable(),
  cover: picture,
});

const feed = z.strictObject({ atom: address, json: address }).nullable();

/**
 * What an artist's page shows, for programs. A property may be added within a version; one that changes its meaning or goes
 * makes the next version. A section that the page doesn't show is null.
 */
export const artistDocument = z.strictObject({
  version: z.literal(1),
  url: address.describe("The page itself."),
  name: z.string(),
  location: z.string().nullable(),
  bio: z.string().nullable(),
  performsAs: z.enum(["solo", "group"]).nullable(),
  avatar: picture,
  cover: picture,
  socialLinks: z.array(z.strictObject({ platform: z.string(), url: address })),
  links: z.array(z.strictObject({ title: z.string(), url: address })).nullable(),
  releases: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        kind: z.enum(["single", "ep", "album"]),
        url: address,
        day: day.nullable().describe("The day it came or comes out."),
        isOut: z.boolean(),
        cover: picture,
      }),
    )
    .nullable(),
  latestTracks: z.array(track).nullable().describe("The tracks of the latest release."),
  tracks: z.array(track).nullable().describe("Those that are on no release."),
  videos: z
    .array(z.strictObject({ title: z.string(), url: address, thumbnailUrl: address.nullable() }))
    .nullable(),
  photos: z
    .array(z.strictObject({ caption: z.string(), altText: z.string(), picture: picture.unwrap() }))
    .nullable(),
  events: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        type: z.string(),
        url: address,
        date: day,
        time: clock,
        endDate: day.nullable(),
        endTime: clock,
        timeZone: z.string().nullable().describe("An IANA name."),
        isCancelled: z.boolean(),
        venue: z.string().nullable(),
        address: z.string().nullable(),
        location: z.string().nullable(),
        description: z.string().nullable(),
        admission: z.enum(["tickets", "free", "sold-out"]),
        ticketUrl: address.nullable(),
      }),
    )
    .nullable()
    .describe("The next ones."),
  comments: z
    .array(
      z.strictObject({
        author: z.string(),
        text: z.string(),
        createdAt: z.iso.datetime(),
        answer: z.string().nullable(),
      }),
    )
    .nullable()
    .describe("The newest ones."),
  supportLinks: z.array(z.strictObject({ platform: z.string(), url: address })).nullable(),
  pressKitUrl: address.nullable(),
  bookingUrl: address.nullable(),
  lettersUrl: address.nullable(),
  calendarUrl: address.nullable(),
  feeds: z.strictObject({ releases: feed, dates: feed, letters: feed }),
});

export type ArtistDocument = z.output<typeof artistDocument>;

/** The page as its document has it. */
export function artistDocumentOf(page: ArtistPage, origin: string): ArtistDocument {
  const path = artistPath(page) ?? "";
  const url = `${origin}${path}`;
  const at = (address: string) => new URL(address, origin).href;
  const pictureOf = (shown: Picture | null) =>
    shown && { url: at(shown.src), width: shown.width, height: shown.height };
  const trackOf = (heard: NonNullable<ArtistPage["tracks"]>[number]) => ({
    id: heard.id,
    title: heard.title,
    url: trackPath(url, heard.slug),
    audioUrl: heard.fileUrl && at(heard.playbackUrl ?? heard.fileUrl),
    downloadUrl: heard.downloadsEnabled && heard.fileUrl ? at(heard.fileUrl) : null,
    durationSeconds: heard.durationSeconds,
    cover: pictureOf(heard.cover),
  });
  const feedOf = (kind: FeedKind, isShown: boolean) =>
    isShown ? { atom: feedPath(url, kind, "atom"), json: feedPath(url, kind, "json") } : null;
  return {
    version: 1,
    url,
    name: page.artistName,
    location: page.location,
    bio: page.bio,
    performsAs: page.performsAs,
    avatar: pictureOf(page.avatar),
    cover: pictureOf(page.cover),
    socialLinks: page.socialLinks,
    links: page.links?.map((link) => ({ title: link.title, url: link.url })) ?? null,
    releases:
      page.releases?.map(({ id, title, kind, slug, day, isOut, cover }) => ({
        ...{ id, title, kind, day, isOut },
        url: releasePath(url, slug),
        cover: pictureOf(cover),
      })) ?? null,
    latestTracks: page.latestTracks?.map(trackOf) ?? null,
    tracks: page.tracks?.map(trackOf) ?? null,
    videos:
      page.videos?.map((video) => ({
        title: video.title,
        url: at(video.url),
        thumbnailUrl: video.thumbnailUrl && at(video.thumbnailUrl),
      })) ?? null,
    photos:
      page.photos?.map(({ caption, altText, picture: { src, width, height } }) => ({
        ...{ caption, altText },
        picture: { url: at(src), width, height },
      })) ?? null,
    events:
      page.events?.map((event) => ({
        id: event.id,
        title: event.title,
        type: event.eventType,
        url: `${url}/events?month=${event.date.slice(0, 7)}#event-${event.id}`,
        date: event.date,
        time: event.time,
        endDate: event.endDate,
        endTime: event.endTime,
        timeZone: event.timeZone,
        isCancelled: event.isCancelled,
        venue: event.venueName,
        address: event.address,
        location: event.location,
        description: event.description,
        admission: event.admission,
        ticketUrl: event.ticketUrl,
      })) ?? null,
    comments:
      page.comments?.map(({ authorName, content, createdAt, answer }) => ({
        author: authorName,
        text: content,
        createdAt: new Date(createdAt).toISOString(),
        answer,
      })) ?? null,
    supportLinks: page.supportLinks,
    pressKitUrl: page.pressKit && `${url}/press-kit.pdf`,
    bookingUrl: page.hasBookingForm ? bookingPath(url) : null,
    lettersUrl: page.hasLetters ? lettersPath(url) : null,
    calendarUrl: page.hasEvents ? `${url}/events.ics` : null,
    feeds: {
      releases: feedOf("music", (page.releases ?? []).length > 0),
      dates: feedOf("events", page.hasEvents),
      letters: feedOf("letters", page.hasLetters),
    },
  };
}
