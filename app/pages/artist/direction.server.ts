import type { RouterContextProvider } from "react-router";
import { defaultBio } from "~/features/profile/schema";
import { directionContext } from "~/services.server";
import { writingOf } from "~/shared/writing";

/** The artist's name and texts, by whose direction all of their pages are laid out. */
export interface Introduction {
  artistName: string;
  location: string | null;
  bio: string | null;
}

/** The profile's columns of it. */
export const introduction = { artistName: "artist_name", location: "location", bio: "bio" } as const;

/**
 * Lays the document out the way that the artist writes. Its language stays English: most of its words are the
 * interface's, and Arabic letters don't tell which language they are. Texts of the artist carry their own language.
 */
export function setDirection(
  context: Readonly<RouterContextProvider>,
  { artistName, location, bio }: Introduction,
): void {
  context.set(directionContext, writingOf(artistName, location, bio === defaultBio ? null : bio).dir);
}
