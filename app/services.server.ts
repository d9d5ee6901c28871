import { createContext } from "react-router";
import type { CacheDirective } from "#server/http/page-cache.ts";
import type { Reader } from "#server/reading.ts";
import type { Services } from "#server/services.ts";

/** The services of every loader and action. Set by the request listener before React Router sees the request. */
export const servicesContext = createContext<Services>();

/** The client, as far as its connection tells: read once, by the server before the screens. */
export interface Caller {
  /** The client's network, which limits count by; its address is believed through `TRUST_PROXY` proxies. */
  network: string;
  /** Random, new for each request; allows the page's own inline scripts. */
  nonce: string;
  requestId: string;
}

export const callerContext = createContext<Caller>();

/**
 * Where a loader lets the whole answer be cached for visitors who aren't signed in:
 * `context.get(cacheContext).cacheDirective = { tags: [userId], until }`. Without a directive nothing is cached.
 */
export const cacheContext = createContext<{ cacheDirective?: CacheDirective }>();

/** Whether the page is for a copy that works without the server: with the copy's own player and no other script. */
export const copyContext = createContext(false);

/** The path under which the visitor asked for the page, where it is another than the request's. */
export const shownPathContext = createContext<string | null>(null);

/** Decides the language of the answer. Public documents are the reader's: the others stay English. */
export const readerContext = createContext<Reader>();

/** The direction that a public document is laid out in, for a loader to set. */
export const directionContext = createContext<"ltr" | "rtl">("ltr");

/** A copy of the form that was posted, to be read where it could not be carried out; undefined where there is none. */
export const postedFormContext = createContext<Request | null>(null);

/** The cookie that carries a form's outcome to the page it leads back to, which then is this visitor's own. */
export const flashCookie = "flash";

/** The cookie that keeps the language that a visitor has chosen. */
export const languageCookie = "language";
