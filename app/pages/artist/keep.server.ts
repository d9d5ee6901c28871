import type { RouterContextProvider } from "react-router";
import { cacheContext } from "~/services.server";

/**
 * Permits that a page of the artist is kept for strangers, where its address is spelled as the artist spells it or in
 * small letters. In any other of its thousand spellings the same page is rendered for whoever asks, and not kept: it would
 * push out the pages of others.
 */
export function permitKeeping(
  context: Readonly<RouterContextProvider>,
  slug: string,
  { userId, artistName }: { userId: string; artistName: string },
  until: Date,
): void {
  if (slug === artistName || slug === slug.toLowerCase()) {
    context.get(cacheContext).permit = { tags: [userId], until };
  }
}
