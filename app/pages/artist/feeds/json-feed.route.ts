import { jsonFeed } from "./feed.ts";
import { feedAnswer } from "./feed-answer.server.ts";

/** An artist's releases, dates or letters as JSON Feed. */
export const loader = feedAnswer({
  ending: "json",
  type: "application/feed+json; charset=utf-8",
  write: jsonFeed,
});
