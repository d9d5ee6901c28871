/**
 * The public pages that the page cache may keep, and the calendars and feeds, which programs ask for again and again: the
 * route table and the cache's keys are made from this list.
 */
export const cachedPaths = {
  sampleBio: "sample-bio",
  artist: "artist/:artistSlug",
  events: "artist/:artistSlug/events",
  comments: "artist/:artistSlug/comments",
  booking: "artist/:artistSlug/booking",
  track: "artist/:artistSlug/tracks/:trackSlug",
  release: "artist/:artistSlug/music/:releaseSlug",
  newsletterArchive: "artist/:artistSlug/letters",
  newsletterIssue: "artist/:artistSlug/letters/:issueId",
  trackEmbed: "artist/:artistSlug/tracks/:trackSlug/embed/:size/:theme",
  releaseEmbed: "artist/:artistSlug/music/:releaseSlug/embed/:size/:theme",
  eventsEmbed: "artist/:artistSlug/events/embed/:size/:theme",
  eventsCalendar: "artist/:artistSlug/events.ics",
  eventCalendar: "artist/:artistSlug/events/:eventId.ics",
  artistJson: "artist/:artistSlug.json",
  podcast: "artist/:artistSlug/podcast.rss",
  playlist: "artist/:artistSlug/tracks.m3u",
  atomFeed: "artist/:artistSlug/:kind.atom",
  jsonFeed: "artist/:artistSlug/:kind.json",
} as const;
