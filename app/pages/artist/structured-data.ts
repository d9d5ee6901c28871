import { type EventType, type PublicEvent, placeOf } from "~/features/events/public-event";
import { isoSpan } from "~/features/events/span";
import { artistPath, trackPath } from "~/shared/artist-address";
import type { ArtistPage } from "./artist.server";

/** schema.org's names for the kinds of events: only one with an audience and music is a MusicEvent. */
const schemaTypes: Record<EventType, string> = {
  concert: "MusicEvent",
  festival: "Festival",
  workshop: "EducationEvent",
  release: "Event",
  interview: "Event",
  collaboration: "Event",
  other: "Event",
};

/**
 * schema.org's type of the artist, and the property for where they are from: of a person the home, of a group the
 * place. An artist who hasn't said is a thing, which is true of both and has no place; a recording and an event name it
 * as theirs all the same.
 */
const artistTypes = {
  solo: { type: "Person", place: "homeLocation" },
  group: { type: "MusicGroup", place: "location" },
  unsaid: { type: "Thing", place: null },
};

/** Tracks that are named one by one; the page itself has them all. */
const tracksNamed = 30;

/** The page in the words of schema.org: the artist, the recordings, and the events with place and tickets. */
export function structuredData(page: ArtistPage, origin: string): object {
  const url = `${origin}${artistPath(page)}`;
  const id = `${url}#artist`;
  const { type, place } = artistTypes[page.performsAs ?? "unsaid"];
  const images = [page.avatar, page.cover].flatMap((picture) => (picture ? [`${origin}${picture.src}`] : []));
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": type,
        "@id": id,
        name: page.artistName,
        url,
        ...(page.bio && { description: page.bio }),
        ...(images.length > 0 && { image: images }),
        ...(place && page.location && { [place]: { "@type": "Place", name: page.location } }),
        ...(page.socialLinks.length > 0 && { sameAs: page.socialLinks.map((link) => link.url) }),
      },
      ...[...(page.latestTracks ?? []), ...(page.tracks ?? [])].slice(0, tracksNamed).map((track) => ({
        "@type": "MusicRecording",
        name: track.title,
        byArtist: { "@id": id },
        url: track.slug ? trackPath(url, track.slug) : `${url}#music`,
        ...(track.durationSeconds && { duration: isoDuration(track.durationSeconds) }),
        ...(track.cover && { image: `${origin}${track.cover.src}` }),
        ...(track.fileUrl && {
          audio: { "@type": "AudioObject", contentUrl: `${origin}${track.playbackUrl ?? track.fileUrl}` },
        }),
      })),
      ...(page.events ?? []).map((event) => eventData(event, url)),
    ],
  };
}

/** The artist where another thing is what a page is about. */
export function artistData(
  artist: Pick<ArtistPage, "artistName" | "customUrl" | "performsAs" | "avatar">,
  origin: string,
) {
  const url = `${origin}${artistPath(artist)}`;
  return {
    "@type": artistTypes[artist.performsAs ?? "unsaid"].type,
    "@id": `${url}#artist`,
    name: artist.artistName,
    url,
    ...(artist.avatar && { image: `${origin}${artist.avatar.src}` }),
  };
}

export function graph(...nodes: object[]): object {
  return { "@context": "https://schema.org", "@graph": nodes };
}

/** Events that are named one by one: those that search engines show. */
const eventsNamed = 50;

/** The page of an artist's events in the words of schema.org. @param events the first of them are named */
export function eventsData(
  artist: Parameters<typeof artistData>[0],
  events: PublicEvent[],
  origin: string,
): object {
  const who = artistData(artist, origin);
  return graph(who, ...events.slice(0, eventsNamed).map((event) => eventData(event, who.url)));
}

/** A letter's page in the words of schema.org. @param url its own */
export function letterData(
  artist: Parameters<typeof artistData>[0],
  letter: { title: string; description: string; startedAt: Date },
  url: string,
  origin: string,
): object {
  const who = artistData(artist, origin);
  return graph(who, {
    "@type": "Article",
    "@id": `${url}#letter`,
    headline: letter.title,
    description: letter.description,
    datePublished: letter.startedAt.toISOString(),
    url,
    mainEntityOfPage: url,
    image: `${who.url}/card.jpg`,
    author: { "@id": who["@id"] },
  });
}

/** @param artistUrl the artist's own page, whose artist it names */
function eventData(event: PublicEvent, artistUrl: string): object {
  return {
    "@type": schemaTypes[event.eventType],
    name: event.title,
    ...datesOf(event),
    eventStatus: `https://schema.org/${event.isCancelled ? "EventCancelled" : "EventScheduled"}`,
    url: `${artistUrl}/events#event-${event.id}`,
    performer: { "@id": `${artistUrl}#artist` },
    ...(event.description && { description: event.description }),
    ...(placeOf(event) && {
      location: {
        "@type": "Place",
        name: event.venueName ?? event.address ?? event.location,
        ...((event.address || event.location) && {
          address: [event.address, event.location].filter(Boolean).join(", "),
        }),
      },
    }),
    ...(event.admission === "free" && { isAccessibleForFree: true }),
    ...(event.ticketUrl &&
      !event.isCancelled && {
        offers: {
          "@type": "Offer",
          url: event.ticketUrl,
          availability: `https://schema.org/${event.admission === "sold-out" ? "SoldOut" : "InStock"}`,
        },
      }),
  };
}

function datesOf(event: PublicEvent) {
  const { start, end } = isoSpan(event);
  return { startDate: start, ...(end && { endDate: end }) };
}

/** 187 seconds as PT3M7S. */
export function isoDuration(seconds: number): string {
  return `PT${Math.floor(seconds / 60)}M${seconds % 60}S`;
}
