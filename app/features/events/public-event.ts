import { msg } from "~/shared/t";
import type { Span } from "./span.ts";

/** The name of each type for fans; in the order and with the default of [2 §9]. */
export const eventTypes = {
  concert: msg("Concert"),
  release: msg("Release"),
  interview: msg("Interview"),
  collaboration: msg("Collaboration"),
  workshop: msg("Workshop"),
  festival: msg("Festival"),
  other: msg("Event"),
} as const;

export type EventType = keyof typeof eventTypes;

/** How one gets in; in the order in which they are offered. */
export const admissions = {
  tickets: msg("Tickets"),
  free: msg("Free|costs nothing"),
  "sold-out": msg("Sold out"),
} as const;

export type Admission = keyof typeof admissions;

/** What the ticket link leads to; null where there is nothing to be had any more. */
export const ticketTexts = {
  tickets: msg("Tickets"),
  free: msg("Free tickets"),
  "sold-out": null,
} as const satisfies Record<Admission, string | null>;

export interface PublicEvent extends Span {
  id: string;
  title: string;
  eventType: EventType;
  location: string | null;
  venueName: string | null;
  /** Street and number. */
  address: string | null;
  description: string | null;
  ticketUrl: string | null;
  admission: Admission;
  isFeatured: boolean;
  isCancelled: boolean;
}

/** Where an event is, in one line, as far as it is known. */
export function placeOf({
  venueName,
  address,
  location,
}: Pick<PublicEvent, "venueName" | "address" | "location">): string {
  return [venueName, address, location].filter(Boolean).join(", ");
}

/** A map of the place; null where too little is said to find it. */
export function mapAddress(event: Pick<PublicEvent, "venueName" | "address" | "location">): string | null {
  const { venueName, address, location } = event;
  if (!address && !(venueName && location)) return null;
  // With a street, a venue's name only hides the house from the search.
  const query = [address ?? venueName, location].filter(Boolean).join(", ");
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`;
}
