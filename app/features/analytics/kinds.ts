// The counted events: the same for the page that reports, the server and the screen. Imports nothing,
// because it is part of the public pages' script.

/** Everything that is counted, in the order of the screen. */
export const kinds = ["views", "visitors", "plays", "downloads", "clicks", "signups", "bookings"] as const;
export type Kind = (typeof kinds)[number];

/** Into so many parts a track is divided, to see how far people listen. */
export const trackParts = 48;

/** A play counts when so much was heard, in seconds; of a shorter track, when half of it was. */
export const playSeconds = 5;

/** The field that a page adds to its forms: the source of the visit. */
export const visitField = "visit";

/** The spans the screen offers, in days. */
export const spans = { "7": 7, "30": 30, "90": 90, all: undefined } as const;
export type Span = keyof typeof spans;

export function isSpan(text: string): text is Span {
  return Object.hasOwn(spans, text);
}

export function isKind(text: string): text is Kind {
  return kinds.some((kind) => kind === text);
}
