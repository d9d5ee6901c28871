import type { Actor } from "#server/db/database.ts";
import { fragment, pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { formatDay, whenInWords } from "~/features/events/calendar";
import { newestEventsPart } from "~/features/events/public.server";
import { placeOf } from "~/features/events/public-event";
import { newestReleasesPart } from "~/features/music/public.server";
import { dayInWords, extentOf } from "~/features/music/public-release";
import { releaseKinds } from "~/features/music/releases";
import { blocksOf, storedBlocks } from "~/features/newsletter/issue-document";
import { issueHtml } from "~/features/newsletter/issue-html";
import { newestIssuesPart } from "~/features/newsletter/public.server";
import { artistPath, type FeedKind, letterPath, lettersPath, releasePath } from "~/shared/artist-address";
import { splitParagraphs } from "~/shared/paragraphs";
import type { Picture } from "~/shared/picture";
import { t } from "~/shared/t";
import { type Xml, xml } from "~/shared/xml";
import type { Feed, FeedEntry } from "./feed.ts";
import { feedTitle } from "./feed-links.tsx";

const artist = {
  userId: "user_id",
  artistName: "artist_name",
  pageLanguage: "page_language",
  customUrl: "custom_url",
  avatar: { picture: "avatar_url" },
  updatedAt: "updated_at",
  readAt: fragment<Date>("now()"),
} as const;

interface FeedArtist {
  userId: string;
  artistName: string;
  pageLanguage: string | null;
  customUrl: string | null;
  avatar: Picture | null;
  updatedAt: string;
  readAt: Date;
}

export interface FoundFeed {
  artist: FeedArtist;
  /** Written in the language of the one who calls. */
  feed(): Feed;
}

const finders: Record<FeedKind, (visitor: Actor, slug: string, origin: string) => Promise<FoundFeed | null>> =
  { music: findReleasesFeed, events: findEventsFeed, letters: findIssuesFeed };

/** What the artist behind a slug has told of one kind; null where nobody answers to it, or doesn't show that. */
export async function findFeed(visitor: Actor, slug: string, kind: string, origin: string) {
  return isFeedKind(kind) ? finders[kind](visitor, slug, origin) : null;
}

function isFeedKind(kind: string): kind is FeedKind {
  return Object.hasOwn(finders, kind);
}

const releasesFeed = pageStatement(
  "releases-feed",
  profileBySlug,
  { ...artist, releases: newestReleasesPart(50) },
  "profile.show_music_section",
);

async function findReleasesFeed(visitor: Actor, slug: string, origin: string): Promise<FoundFeed | null> {
  const [row] = await visitor.readOnce(releasesFeed, [slug]);
  if (!row) return null;
  const artistUrl = `${origin}${artistPath(row)}`;
  const entryOf = (release: (typeof row.releases)[number]): FeedEntry => {
    const { id, title, kind, day, isOut, description, publishedAt, updatedAt } = release;
    const tracks = release.entries.map((entry) => xml`<li>${entry.title}</li>`);
    const picture = release.cover && `${origin}${release.cover.src}`;
    const said = { kind: t(releaseKinds[kind]), extent: extentOf(release.entries) };
    const summary = day
      ? t(isOut ? "{kind}, out since {day}: {extent}" : "{kind}, out on {day}: {extent}", {
          ...said,
          day: dayInWords(day),
        })
      : t("{kind}: {extent}", said);
    return {
      id: `urn:uuid:${id}`,
      title,
      url: releasePath(artistUrl, release.slug),
      published: new Date(publishedAt),
      updated: new Date(updatedAt),
      content: xml`${picture && xml`<p><img src="${picture}" alt=""/></p>`}<p>${summary}</p>${paragraphs(description)}${tracks.length > 0 ? xml`<ol>${tracks}</ol>` : null}`,
      picture,
    };
  };
  return foundFeed(row, origin, {
    kind: "music",
    pageUrl: `${artistUrl}#music`,
    entries: () => row.releases.map(entryOf),
  });
}

const eventsFeed = pageStatement(
  "events-feed",
  profileBySlug,
  { ...artist, events: newestEventsPart(50) },
  "profile.show_events_section",
);

async function findEventsFeed(visitor: Actor, slug: string, origin: string): Promise<FoundFeed | null> {
  const [row] = await visitor.readOnce(eventsFeed, [slug]);
  if (!row) return null;
  const pageUrl = `${origin}${artistPath(row)}/events`;
  const entryOf = (event: (typeof row.events)[number]): FeedEntry => {
    const { id, title, date, description, ticketUrl, isCancelled, createdAt, updatedAt } = event;
    const when = t("{day}: {events}", {
      day: formatDay(date, { dateStyle: "long" }),
      events: whenInWords(event, { withZone: true }),
    });
    const place = placeOf(event);
    const tickets = isCancelled ? null : ticketUrl;
    return {
      id: `urn:uuid:${id}`,
      title: t(isCancelled ? "Cancelled: {title}, {day}" : "{title}, {day}", {
        title,
        day: formatDay(date, { dateStyle: "medium" }),
      }),
      url: `${pageUrl}?month=${date.slice(0, 7)}#event-${id}`,
      published: new Date(createdAt),
      updated: new Date(updatedAt),
      content: xml`<p>${when}${place && xml`<br/>${place}`}</p>${paragraphs(description)}${tickets && xml`<p><a href="${tickets}">${t("Tickets")}</a></p>`}`,
      picture: null,
    };
  };
  return foundFeed(row, origin, { kind: "events", pageUrl, entries: () => row.events.map(entryOf) });
}

const issuesFeed = pageStatement("issues-feed", profileBySlug, { ...artist, issues: newestIssuesPart(20) });

async function findIssuesFeed(visitor: Actor, slug: string, origin: string): Promise<FoundFeed | null> {
  const [row] = await visitor.readOnce(issuesFeed, [slug]);
  if (!row) return null;
  const artistUrl = `${origin}${artistPath(row)}`;
  const entryOf = ({ id, title, body, blocks, startedAt }: (typeof row.issues)[number]): FeedEntry => {
    const sent = new Date(startedAt);
    return {
      id: `urn:uuid:${id}`,
      title,
      url: letterPath(artistUrl, id),
      published: sent,
      updated: sent,
      content: issueHtml(blocksOf({ body, blocks: storedBlocks(blocks) })),
      picture: null,
    };
  };
  return foundFeed(row, origin, {
    kind: "letters",
    pageUrl: lettersPath(artistUrl),
    entries: () => row.issues.map(entryOf),
  });
}

function foundFeed(
  artist: FeedArtist,
  origin: string,
  { kind, pageUrl, entries }: { kind: FeedKind; pageUrl: string; entries(): FeedEntry[] },
): FoundFeed {
  const { userId, artistName, avatar } = artist;
  const feed = (): Feed => {
    const written = entries();
    const changes = written.map(({ updated }) => updated.getTime());
    return {
      id: `tag:${new URL(origin).hostname},2026:${userId}/${kind}`,
      title: feedTitle(kind, artistName),
      author: artistName,
      pageUrl,
      artistUrl: `${origin}${artistPath(artist)}`,
      icon: avatar && `${origin}${avatar.src}`,
      // Of a feed that is empty the page itself knows a time.
      updated: new Date(changes.length > 0 ? Math.max(...changes) : artist.updatedAt),
      entries: written,
    };
  };
  return { artist, feed };
}

function paragraphs(text: string | null): Xml {
  const parts = splitParagraphs(text ?? "").map((paragraph) => {
    const lines = paragraph.split("\n").map((line, at) => xml`${at > 0 ? xml`<br/>` : null}${line}`);
    return xml`<p>${lines}</p>`;
  });
  return xml`${parts}`;
}
