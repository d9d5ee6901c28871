import { atomFeed } from "./feed.ts";
import { feedAnswer } from "./feed-answer.server.ts";

/** An artist's releases, dates or letters as Atom. */
export const loader = feedAnswer({
  ending: "atom",
  type: "application/atom+xml; charset=utf-8",
  write: atomFeed,
});
