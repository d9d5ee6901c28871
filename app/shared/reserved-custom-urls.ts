import siteWords from "./site-words.json" with { type: "json" };

/** Words that no address of the site begins with yet, but may one day, or that a fan would take for the site's own. */
const furtherWords = `about artists contact handbill help login logout static support www`.split(" ");

/** Words that no custom URL may be: the first ones of the site's own addresses, and a few more. [decisions: Gaps] */
export const reservedCustomUrls: ReadonlySet<string> = new Set([...siteWords, ...furtherWords]);
