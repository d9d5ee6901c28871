/**
 * The path of a public bio page: the custom URL, else the artist name, percent-encoded. Null while the artist has
 * neither; an e-mail address is never used. [2 §2, decisions: E-mail addresses]
 */
export function artistPath(profile: { artistName: string | null; customUrl: string | null }): string | null {
  const slug = profile.customUrl || profile.artistName;
  return slug ? `/artist/${encodeURIComponent(slug)}` : null;
}

/** The path of the page with the booking form. @param artist the artist's own path */
export function bookingPath(artist: string): string {
  return `${artist}/booking`;
}

/** The path of a track's page. @param artist the artist's own path */
export function trackPath(artist: string, slug: string): string {
  return `${artist}/tracks/${slug}`;
}

/** The path of the archive of an artist's letters. @param artist the artist's own path */
export function lettersPath(artist: string): string {
  return `${artist}/letters`;
}

/** The path of a letter's page. @param artist the artist's own path */
export function letterPath(artist: string, id: string): string {
  return `${lettersPath(artist)}/${id}`;
}

/** The path of a private link. @param artist the artist's own path */
export function privateLinkPath(artist: string, token: string): string {
  return `${artist}/private/${token}`;
}

/** The path of a release's page, before, on and after its day. @param artist the artist's own path */
export function releasePath(artist: string, slug: string): string {
  return `${artist}/music/${slug}`;
}

/** What of an artist can be followed in a feed: the names are those of the pages that show the same. */
export type FeedKind = "music" | "events" | "letters";

/** The path of a feed. @param artist the artist's own path */
export function feedPath(artist: string, kind: FeedKind, format: "atom" | "json"): string {
  return `${artist}/${kind}.${format}`;
}

/** The path of the podcast of an artist's tracks. @param artist the artist's own path */
export function podcastPath(artist: string): string {
  return `${artist}/podcast.rss`;
}

/** The address of a bio page as people write it, without https://: `handbill.example/artist/nova`. */
export function shortAddress(origin: string, path: string): string {
  return `${new URL(origin).host}${decodeURI(path)}`;
}

/** Where a QR code on paper leads: to the page, and the page's count of visits knows that they come from paper. */
export function addressOnPaper(origin: string, path: string): string {
  return `${origin}${path}?utm_source=print`;
}

/** A page of the artist's in another language. @param tag one that the artist writes in beside the page's own */
export function addressIn(address: string, tag: string): string {
  return `${address}?lang=${tag}`;
}
