import type { RouterContextProvider } from "react-router";
import { cacheContext } from "~/services.server";

/**
 * Lets a page of the artist be cached for visitors who aren't signed in, where its address is spelled as the artist
 * spells it or in small letters. In any other of its thousand spellings the same page is rendered for each request and
 * not cached: it would push out the pages of others.
 */
export function allowCaching(
  context: Readonly<RouterContextProvider>,
  slug: string,
  { userId, artistName }: { userId: string; artistName: string },
  until: Date,
): void {
  if (slug === artistName || slug === slug.toLowerCase()) {
    context.get(cacheContext).cacheDirective = { tags: [userId], until };
  }
}
