import { type RouterContextProvider, redirect } from "react-router";
import type { Services } from "#server/services.ts";
import type { PublicComment } from "~/features/comments/public";
import { nextReleaseChange } from "~/features/music/public.server";
import { defaultBio } from "~/features/profile/schema";
import { cacheContext, directionContext, readerContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { isLanguage, type Language } from "~/shared/languages";
import { relativeTimeChangesAt } from "~/shared/relative-time";
import { translationInto } from "~/shared/row-translations";
import { todayEnds } from "~/shared/today";
import { writingOf } from "~/shared/writing";

// The common part of the loaders of an artist's pages: address, direction, and how long the page cache may keep them.

type Context = Readonly<RouterContextProvider>;

/** The artist's name and texts, by whose direction all of their pages are laid out. */
export interface Introduction {
  artistName: string;
  location: string | null;
  bio: string | null;
  /** What the artist writes in; null where they haven't said. */
  pageLanguage: string | null;
  /** What else they write in. */
  otherLanguages: string[];
}

/** The profile's columns of it. */
export const introduction = {
  artistName: "artist_name",
  location: "location",
  bio: "bio",
  pageLanguage: "page_language",
  otherLanguages: "other_languages",
} as const;

/**
 * Redirects a request under a custom URL that the artist had before.
 * @param slug the requested slug, as the address has it
 * @param ending what follows the slug within its part of the path
 * @throws a redirect to the same thing under the artist's present address
 */
export function leadToPresent(
  request: Request,
  slug: string,
  artist: { artistName: string; customUrl: string | null },
  ending = "",
): void {
  const { artistName, customUrl } = artist;
  const isPresent = [customUrl, artistName].some((name) => name?.toLowerCase() === slug.toLowerCase());
  if (isPresent) return;
  const { pathname, search } = new URL(request.url);
  const rest = pathname.split("/").slice(3);
  // Another artist may have the address one day, so no browser may keep this.
  throw redirect([`${artistPath(artist)}${ending}`, ...rest].join("/") + search, {
    status: 308,
    headers: { "Cache-Control": "no-cache" },
  });
}

/**
 * Redirects a request under a slug that a track or a release had before its title changed, or that is spelled in another
 * way. @throws a redirect to its present address
 */
export function leadToPresentTitle(
  request: Request,
  slug: string,
  { slug: present }: { slug: string },
): void {
  if (slug === present) return;
  const { pathname, search } = new URL(request.url);
  const [, start, artist, kind, , ...rest] = pathname.split("/");
  throw redirect(["", start, artist, kind, present, ...rest].join("/") + search, {
    status: 308,
    // The title may change back.
    headers: { "Cache-Control": "no-cache" },
  });
}

/**
 * Lays the document out the way that the artist writes; its words are in the artist's language for visitors who read none
 * of ours. Texts of the artist carry their own language.
 */
export function setDocumentLanguage(context: Context, artist: Introduction): void {
  const { artistName, location, bio } = artist;
  setPageLanguage(context, artist);
  context.set(directionContext, writingOf(artistName, location, bio === defaultBio ? null : bio).dir);
}

/**
 * Lays the document out for its reader: as {@link setDocumentLanguage}, and where they read in another language that the
 * artist writes in, with each of the artist's texts in it that is translated.
 * @param page what is shown: the translated texts take the places of its rows' own
 */
export function showInReadersLanguage(context: Context, page: Introduction): void {
  const reader = context.get(readerContext);
  const others = page.otherLanguages.filter(isLanguage);
  const language = reader.asked;
  if (others.length > 0) {
    const translated = new Set<string>();
    if (language && others.includes(language)) translateRows(page, language, others, translated);
    reader.others = others;
    reader.translated = translated;
  }
  setDocumentLanguage(context, page);
}

/** @param translated gets the texts that are put in their places */
function translateRows(
  value: unknown,
  language: Language,
  others: Language[],
  translated: Set<string>,
): void {
  if (typeof value !== "object" || value === null || value instanceof Date) return;
  for (const inner of Object.values(value)) translateRows(inner, language, others, translated);
  if (!("translations" in value)) return;
  const texts = translationInto(language, value.translations, others);
  for (const text of Object.values(texts)) translated.add(text);
  Object.assign(value, texts);
}

/** For what programs fetch, such as feeds: there is one copy for all readers, in the artist's language. */
export function speakArtistsLanguage(context: Context, artist: Pick<Introduction, "pageLanguage">): void {
  context.get(readerContext).asked = undefined;
  setPageLanguage(context, artist);
}

function setPageLanguage(context: Context, { pageLanguage }: Pick<Introduction, "pageLanguage">): void {
  if (pageLanguage && isLanguage(pageLanguage)) context.get(readerContext).page = pageLanguage;
}

/**
 * Lets a page of the artist be cached for visitors who aren't signed in, where its address is spelled as the artist
 * spells it or in small letters. In any other of its thousand spellings the same page is rendered for each request and
 * not cached: it would push out the pages of others.
 * @param until the moments at which something on it changes by itself
 */
export function allowCaching(
  context: Context,
  slug: string,
  { userId, artistName }: { userId: string; artistName: string },
  ...until: [Date, ...(Date | null)[]]
): void {
  if (slug === artistName || slug === slug.toLowerCase()) {
    context.get(cacheContext).cacheDirective = { tags: [userId], until: earliest(...until) };
  }
}

/** The first of these moments. */
export function earliest(...moments: [Date, ...(Date | null)[]]): Date {
  return new Date(Math.min(...moments.flatMap((moment) => moment?.getTime() ?? [])));
}

/**
 * When what visitors see of the artist's releases next changes by itself: one is announced, or comes out. Null when none is
 * to come.
 * @param page as the database had it at the time `readAt`; what changed in between is in the past, and the page not
 *   cached
 */
export async function releasesChangeAt(
  { db }: Pick<Services, "db">,
  page: { userId: string; readAt: Date },
): Promise<Date | null> {
  const values = [page.userId, page.readAt];
  const [next] = await db.asSystem().readOnce<{ at: Date | null }>(nextReleaseChange, values);
  return next?.at ?? null;
}

/** When a page's text changes without a write: a comment's age, the next day's events. */
export function changesAt(comments: PublicComment[]): Date {
  const now = new Date();
  const changes = comments.map(({ createdAt }) => relativeTimeChangesAt(new Date(createdAt), now));
  return new Date(Math.min(...[todayEnds(now), ...changes].flatMap((at) => at?.getTime() ?? [])));
}
