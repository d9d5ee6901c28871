// What keys to the API are good for.

/** What a key may be allowed to read or to write, with the name for its owner. */
export const apiAreas = {
  profile: "Profile",
  music: "Tracks and releases",
  events: "Events",
  gallery: "Photos",
  video: "Videos",
  links: "Links and social links",
  bookings: "Booking requests",
  comments: "Comments",
  newsletter: "Subscribers and letters",
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
