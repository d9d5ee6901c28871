import type { RouterContextProvider } from "react-router";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { todayEnds } from "~/shared/today";
import {
  allowCaching,
  leadToPresent,
  releasesChangeAt,
  speakArtistsLanguage,
} from "../page-answer.server.ts";
import type { Feed } from "./feed.ts";
import { findFeed } from "./feeds.server.ts";

interface FeedRequest {
  params: { artistSlug: string; kind: string };
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * The loader of a feed.
 * @param write the feed's text; `url` is its own address
 */
export function feedAnswer({
  ending,
  type,
  write,
}: {
  ending: string;
  type: string;
  write(feed: Feed, url: string): string;
}) {
  return async ({ params: { artistSlug, kind }, request, context }: FeedRequest): Promise<Response> => {
    const services = context.get(servicesContext);
    const { origin } = services.config;
    const found = await findFeed(services.db.asVisitor(), artistSlug, kind, origin);
    if (!found) throw new AppError("not-found", t("There is no such feed."));
    const { artist, feed } = found;
    leadToPresent(request, artistSlug, artist);
    speakArtistsLanguage(context, artist);
    allowCaching(context, artistSlug, artist, todayEnds(), await releasesChangeAt(services, artist));
    return documentAnswer(write(feed(), `${origin}${artistPath(artist)}/${kind}.${ending}`), type);
  };
}

/** A document that programs ask for again and again: any change of the artist's drops it, so this is its last one. */
export function documentAnswer(text: string, type: string): Response {
  return new Response(text, {
    headers: { "Content-Type": type, "Last-Modified": new Date().toUTCString() },
  });
}
