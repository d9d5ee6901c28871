import { msg } from "./t.ts";
// What keys to the API are good for.

/** What a key may be allowed to read or to write, with the name for its owner. */
export const apiAreas = {
  profile: msg("Profile"),
  music: msg("Tracks and releases"),
  events: msg("Events"),
  gallery: msg("Photos"),
  video: msg("Videos"),
  links: msg("Links and social links"),
  bookings: msg("Booking requests"),
  comments: msg("Comments"),
  newsletter: msg("Subscribers and letters"),
} as const;

export type ApiArea = keyof typeof apiAreas;

export const apiAreaNames = Object.keys(apiAreas).filter(isApiArea);

function isApiArea(name: string): name is ApiArea {
  return Object.hasOwn(apiAreas, name);
}

/** What a key may do, such as `events:read`. One that may write an area may read it, too. */
export type ApiScope = `${ApiArea}:${"read" | "write"}`;

/** Every address of the API begins with it. */
export const apiPath = "/api/v1";
