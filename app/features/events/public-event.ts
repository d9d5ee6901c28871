import type { Span } from "./span.ts";

/** The name of each type for fans; in the order and with the default of [2 §9]. */
export const eventTypes = {
  concert: "Concert",
  release: "Release",
  interview: "Interview",
  collaboration: "Collaboration",
  workshop: "Workshop",
  festival: "Festival",
  other: "Event",
} as const;

export type EventType = keyof typeof eventTypes;

export interface PublicEvent extends Span {
  id: string;
  title: string;
  eventType: EventType;
  location: string | null;
  venueName: string | null;
  description: string | null;
  ticketUrl: string | null;
  isFeatured: boolean;
  isCancelled: boolean;
}
