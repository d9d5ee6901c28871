import type { Artist, Hidden, HiddenWhole, Shown } from "./artists.ts";

/** Where outputs are had from. */
export interface Source {
  /** The server's, which addresses within others begin with. */
  origin(): string;
  /** All that the server says to a visitor about these addresses: status, headers and body of each. */
  ask(...paths: string[]): Promise<string>;
  /** Every file of a static copy of the page at this path. */
  copy(path: string): Promise<string>;
  /** What webhooks would post about every row of the artist's that visitors may see. */
  posted(artistId: string): Promise<string>;
}

/** One way in which an artist's data comes out for everybody. */
export interface Output {
  name: string;
  /** The routes of app/routes.ts that answer it, if any. */
  routes: string[];
  /** What of the artist's must be in it: an output that is empty hides everything. */
  shows: Shown[];
  /** What may be in it all the same. */
  mayShow?: (Hidden | HiddenWhole)[];
  /** What it says of an artist, also at the addresses of what isn't public. */
  get(artist: Artist, source: Source): Promise<string>;
}

const pathOf = ({ customUrl }: Artist) => `/artist/${customUrl}`;

/** An output of paths below the artist's. */
function pages(below: (artist: Artist) => string[]): Output["get"] {
  return (artist, { ask }) => ask(...below(artist).map((path) => pathOf(artist) + path));
}

/**
 * Every public output of an artist. Whatever shows something of an artist to everybody stands here: a page, a feed, a
 * frame, a file, a folder, a post.
 */
export const outputs: Output[] = [
  {
    name: "artist page",
    routes: ["artist/:artistSlug"],
    shows: [
      ...["track", "release", "release's track", "announced release", "event", "comment"],
      ...["photo", "video", "page link", "support link"],
    ] as Shown[],
    get: pages(() => [""]),
  },
  {
    name: "events page",
    routes: ["artist/:artistSlug/events"],
    shows: ["event"],
    get: pages(() => ["/events", `/events?month=${monthOf(30)}`, `/events?month=${monthOf(0)}`]),
  },
  {
    name: "events calendar",
    routes: ["artist/:artistSlug/events.ics"],
    shows: ["event"],
    get: pages(() => ["/events.ics"]),
  },
  {
    name: "calendar of an event",
    routes: ["artist/:artistSlug/events/:eventId.ics"],
    shows: ["event"],
    get: pages(({ eventIds }) => eventIds.map((id) => `/events/${id}.ics`)),
  },
  {
    name: "comments page",
    routes: ["artist/:artistSlug/comments"],
    shows: ["comment"],
    get: pages(() => ["/comments"]),
  },
  {
    name: "report of a comment",
    routes: ["artist/:artistSlug/comments/:commentId/report"],
    shows: ["comment"],
    get: pages(({ commentIds }) => commentIds.map((id) => `/comments/${id}/report`)),
  },
  {
    name: "booking page",
    routes: ["artist/:artistSlug/booking"],
    shows: ["event"],
    get: pages(() => ["/booking"]),
  },
  {
    name: "track page",
    routes: ["artist/:artistSlug/tracks/:trackSlug"],
    shows: ["track", "release's track", "comment"],
    get: pages(({ trackSlugs }) => trackSlugs.map((slug) => `/tracks/${slug}`)),
  },
  {
    name: "track card",
    routes: ["artist/:artistSlug/tracks/:trackSlug/card.jpg"],
    shows: [],
    get: pages(({ trackSlugs }) => trackSlugs.map((slug) => `/tracks/${slug}/card.jpg`)),
  },
  {
    name: "release page",
    routes: ["artist/:artistSlug/music/:releaseSlug"],
    shows: ["release", "release's track", "announced release"],
    get: pages(({ releaseSlugs }) => releaseSlugs.map((slug) => `/music/${slug}`)),
  },
  {
    name: "release card",
    routes: ["artist/:artistSlug/music/:releaseSlug/card.jpg"],
    shows: [],
    get: pages(({ releaseSlugs }) => releaseSlugs.map((slug) => `/music/${slug}/card.jpg`)),
  },
  {
    name: "track in a frame",
    routes: ["artist/:artistSlug/tracks/:trackSlug/embed/:size/:theme"],
    shows: ["track", "release's track"],
    get: pages(({ trackSlugs }) => trackSlugs.map((slug) => `/tracks/${slug}/embed/large/auto`)),
  },
  {
    name: "release in a frame",
    routes: ["artist/:artistSlug/music/:releaseSlug/embed/:size/:theme"],
    shows: ["release", "release's track", "announced release"],
    get: pages(({ releaseSlugs }) => releaseSlugs.map((slug) => `/music/${slug}/embed/large/auto`)),
  },
  {
    name: "dates in a frame",
    routes: ["artist/:artistSlug/events/embed/:size/:theme"],
    shows: ["event"],
    get: pages(() => ["/events/embed/large/auto"]),
  },
  {
    name: "oEmbed",
    routes: ["oembed"],
    shows: ["track", "release's track", "release", "announced release", "event"],
    get: (artist, { origin, ask }) =>
      ask(
        ...[
          "",
          "/events",
          ...artist.trackSlugs.map((slug) => `/tracks/${slug}`),
          ...artist.releaseSlugs.map((slug) => `/music/${slug}`),
          ...artist.eventIds.map((id) => `/events#event-${id}`),
        ].map((path) => `/oembed?${new URLSearchParams({ url: origin() + pathOf(artist) + path })}`),
      ),
  },
  {
    name: "private link",
    routes: ["artist/:artistSlug/private/:token"],
    shows: [],
    // It leads its holder to a draft, whatever the page shows.
    mayShow: ["private link", "draft release", "draft release's track", "section switched off"],
    get: pages(({ privateToken }) => [`/private/${privateToken}`]),
  },
  {
    name: "newsletter archive",
    routes: ["artist/:artistSlug/letters"],
    shows: ["issue"],
    get: pages(() => ["/letters"]),
  },
  {
    name: "newsletter issue",
    routes: ["artist/:artistSlug/letters/:issueId"],
    shows: ["issue"],
    get: pages(({ issueIds }) => issueIds.map((id) => `/letters/${id}`)),
  },
  {
    name: "artist as JSON",
    routes: ["artist/:artistSlug.json"],
    shows: [
      ...["track", "release", "release's track", "announced release", "event", "comment"],
      ...["photo", "video", "page link", "support link"],
    ] as Shown[],
    get: pages(() => [".json"]),
  },
  {
    name: "podcast",
    routes: ["artist/:artistSlug/podcast.rss"],
    shows: ["track", "release's track"],
    get: pages(() => ["/podcast.rss"]),
  },
  {
    name: "podcast's cover",
    routes: ["artist/:artistSlug/podcast.jpg"],
    shows: [],
    get: pages(() => ["/podcast.jpg"]),
  },
  {
    name: "playlist",
    routes: ["artist/:artistSlug/tracks.m3u"],
    shows: ["track", "release's track"],
    get: pages(() => ["/tracks.m3u"]),
  },
  {
    name: "Atom feeds",
    routes: ["artist/:artistSlug/:kind.atom"],
    shows: ["release", "release's track", "announced release", "event", "issue"],
    get: pages(() => ["/music.atom", "/events.atom", "/letters.atom"]),
  },
  {
    name: "JSON Feeds",
    routes: ["artist/:artistSlug/:kind.json"],
    shows: ["release", "release's track", "announced release", "event", "issue"],
    get: pages(() => ["/music.json", "/events.json", "/letters.json"]),
  },
  {
    name: "contact card",
    routes: ["artist/:artistSlug/contact.vcf"],
    shows: [],
    get: pages(() => ["/contact.vcf"]),
  },
  {
    name: "artist card",
    routes: ["artist/:artistSlug/card.jpg"],
    shows: [],
    get: pages(() => ["/card.jpg"]),
  },
  {
    name: "press kit",
    routes: ["artist/:artistSlug/press-kit.pdf"],
    shows: [],
    get: pages(() => ["/press-kit.pdf"]),
  },
  {
    name: "sample page and start page",
    routes: ["sample-bio", ""],
    shows: ["track", "event"],
    get: (_artist, { ask }) => ask("/sample-bio", "/"),
  },
  {
    name: "static copy, as a mirror and in the account's archive",
    routes: [],
    shows: [
      ...["track", "release", "release's track", "announced release", "event", "comment"],
      ...["photo", "video", "page link", "support link", "issue"],
    ] as Shown[],
    get: (artist, { copy }) => copy(pathOf(artist)),
  },
  {
    name: "sitemap",
    routes: ["sitemap.xml"],
    shows: ["track", "release"],
    get: (_artist, { ask }) => ask("/sitemap.xml", "/sitemap.xml?part=0"),
  },
  {
    name: "webhooks",
    routes: [],
    shows: ["release", "announced release", "event", "comment"],
    get: ({ id }, { posted }) => posted(id),
  },
];

/** Public routes that show nothing of any artist, or nothing to one who hasn't proved to be somebody. */
export const withoutArtists = [
  ...[
    "terms",
    "privacy",
    "imprint",
    "suspended",
    "*",
    "goodbye",
    "manifest.webmanifest",
    "robots.txt",
    "api",
  ],
  // Forms of accounts.
  ...["signin", "signup", "reset-password", "signup/confirm", "signin/link", "confirm-email", "undo-address"],
  ...["signin/second-step", "signin/save", "signin/again", "signout", "passkey-options", "language"],
  // From links in mails, each with a key of its own.
  ...["confirm-reminder", "stop-reminder", "confirm-subscription", "unsubscribe", "stop-mails"],
  // A visitor gets the state of the server alone.
  ...["database-refresh", "db-check", "bio-diagnostics", "debug", "restore"],
  // A stored file, to those who may see its row.
  "mailed/:folder/:userId/:name",
];

/** Layouts behind a gate that no visitor passes. */
export const gatedLayouts = [
  ...["layouts/dashboard.tsx", "layouts/account-settings.tsx", "layouts/any-account.tsx"],
  ...["layouts/admin.tsx", "layouts/preview.tsx"],
];

/** The month that is so many days away, as YYYY-MM. */
function monthOf(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 7);
}
