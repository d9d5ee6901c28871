import { redirect } from "react-router";
import { artistPath } from "~/shared/artist-address";

/**
 * Redirects a request under a custom URL that the artist had before.
 * @param slug the requested slug, as the address has it
 * @throws a redirect to the same thing under the artist's present address
 */
export function leadToPresent(
  request: Request,
  slug: string,
  artist: { artistName: string; customUrl: string | null },
): void {
  const { artistName, customUrl } = artist;
  const isPresent = [customUrl, artistName].some((name) => name?.toLowerCase() === slug.toLowerCase());
  if (isPresent) return;
  const { pathname, search } = new URL(request.url);
  const rest = pathname.split("/").slice(3);
  // Another artist may have the address one day, so no browser may keep this.
  throw redirect([artistPath(artist), ...rest].join("/") + search, {
    status: 308,
    headers: { "Cache-Control": "no-cache" },
  });
}
