import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { LRUCache } from "lru-cache";
import type { LogPosition } from "../db/replica.ts";
import type { Subscriber } from "../realtime/listener.ts";
import { isKnown } from "./conditions.ts";
import type { LookedUp, PageStore, StoredPage } from "./page-store.ts";

/** A loader's statement that its page is the same for every visitor who isn't signed in, and for how long. */
export interface CacheDirective {
  /** The user ids whose rows the page shows. A change of any of these rows drops it. */
  tags: string[];
  /** When it grows stale by itself: the next relative time changes, or the day does. */
  until: Date;
}

/** A page as it was rendered for a visitor who isn't signed in. */
export interface Rendered {
  answer: Response;
  /** None: the answer is only for the one who asked. */
  cacheDirective: CacheDirective | undefined;
}

/** Renders a page from what was committed by then, or by the position where one is given. */
export type Render = (position?: LogPosition) => Promise<Rendered>;

/**
 * Whole pages for visitors who aren't signed in, kept in this process. Each notice names a tag whose pages to drop, or `*`
 * for all of them. A page that was cached when the notices ceased may have changed since: it is rendered anew before it
 * counts again, and serves meanwhile only where the database is away, for ten minutes at most.
 */
export interface PageCache extends Subscriber {
  /** The page that may be served under this key without rendering anything. */
  find(key: string): Page | undefined;
  /**
   * Gets a page that isn't cached from the store, or renders it: once for all requests meanwhile, unless a notice drops
   * it in between. Caches and stores an answer that may be cached and hasn't been dropped meanwhile. A render that ends
   * with 503 is answered from the cache.
   * @returns the page, or the answer as it is where it must not be kept
   */
  load(key: string, render: Render): Promise<Page | Response>;
  /** The cached page, fresh or not, for when nothing better can be had. */
  standIn(key: string): Page | undefined;
  dropAll(): void;
  /**
   * How often a page was found, wasn't, was then found in the store, or stood in for one that couldn't be rendered, and
   * the size of the cache now.
   */
  stats(): { hits: number; misses: number; stored: number; stale: number; entries: number; bytes: number };
}

interface PageCacheOptions {
  /** Is the database known not to answer? */
  isAway?: () => boolean;
  /** The cache's size; the page that was asked for least recently goes first. */
  maxBytes?: number;
  /** Where pages that any process has rendered are, if anywhere. */
  store?: PageStore | undefined;
}

/** How long a public answer may be served without asking again, from when notices of changes no longer arrive. */
export const staleForMs = 10 * 60_000;

/** The tag of the notice that any page may have changed. */
const everything = "*";

/** A copy in one coding, with its headers as `writeHead` takes them; the last value is the request's id. */
interface Copy {
  etag: string;
  /** The time that a document's `Last-Modified` tells, in milliseconds since 1970; NaN where it has none. */
  modified: number;
  body: Buffer;
  whole: string[];
  unchanged: string[];
}

type Coding = "br" | "gzip" | "identity";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const unbrotli = promisify(zlib.brotliDecompress);
/** Bytes: more than any compressed page, so that compressing one takes a single step. */
const chunkSize = 128 * 1024;

async function brotliOf(html: Buffer, quality: number): Promise<Buffer> {
  const params = {
    // A page is far smaller than the window that brotli would allocate.
    [zlib.constants.BROTLI_PARAM_LGWIN]: 17,
    [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return exactly(await brotli(html, { chunkSize, params }));
}

/**
 * The quality for a page's first visitors, half of 4's work for 6 % more bytes; and the one for a page that many ask for,
 * twice 4's work for 7 % less.
 */
const quickly = 2;
const well = 5;
/** A page that was sent so often from memory is compressed well. */
const sentOften = 10;

/** Compresses a document for one who understands the coding. */
export const encode: Record<Coding, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => brotliOf(html, 4),
  gzip: async (html) => exactly(await gzip(html, { chunkSize, level: 6 })),
  identity: (html) => Promise.resolve(html),
};

/** A document as it was before it was compressed with brotli. */
async function plain(brotli: Buffer): Promise<Buffer> {
  return exactly(await unbrotli(brotli, { chunkSize }));
}

/** The same bytes without the rest of the chunk they were written to, which would be kept with them. */
function exactly(written: Buffer): Buffer {
  return Buffer.copyBytesFrom(written);
}

/** A page's content: as it was rendered, or as it was stored. */
type Content = { html: Buffer } | { brotli: Buffer };

/** One page, and its copies as they were asked for; as it was rendered only until it is compressed. */
export class Page {
  readonly tags: string[];
  readonly until: number;
  /** Since when changes of it may have been missed. */
  missesSince: number | undefined;
  #html: Buffer | undefined;
  readonly #headers: string[];
  readonly #resized: () => void;
  readonly #copies: Partial<Record<Coding, Copy>> = {};
  readonly #underWay: Partial<Record<Coding, Promise<Copy>>> = {};
  #sentInBrotli = 0;

  /**
   * @param headers names and values by turns
   * @param resized called when its `bytes` have changed
   */
  constructor({ tags, until }: CacheDirective, content: Content, headers: string[], resized: () => void) {
    this.tags = tags;
    this.until = until.getTime();
    this.#headers = headers;
    this.#resized = resized;
    if ("html" in content) this.#html = content.html;
    else this.#copies.br = this.#copyOf("br", content.brotli);
  }

  get bytes(): number {
    let bytes = this.#html?.length ?? 0;
    for (const { body } of Object.values(this.#copies)) if (body !== this.#html) bytes += body.length;
    return bytes;
  }

  /** Its bytes in brotli. */
  async brotli(): Promise<Buffer> {
    return (this.#copies.br ?? (await this.#copyIn("br"))).body;
  }

  /** Answers a GET or HEAD; at once, unless it must be compressed first. */
  answer(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> | undefined {
    const coding = codingFor(request.headers["accept-encoding"]);
    const copy = this.#copies[coding];
    if (copy) {
      send(copy, request, response, requestId);
      if (coding === "br" && ++this.#sentInBrotli === sentOften) this.#compressWell(copy);
      return undefined;
    }
    return this.#copyIn(coding).then((copy) => send(copy, request, response, requestId));
  }

  #copyIn(coding: Coding): Promise<Copy> {
    this.#underWay[coding] ??= this.#encoded(coding)
      .then((body) => {
        const copy = this.#copyOf(coding, body);
        this.#copies[coding] = copy;
        // From here on it can be made of that copy, which takes a fraction of the room.
        if (coding === "br") this.#html = undefined;
        this.#resized();
        return copy;
      })
      .finally(() => delete this.#underWay[coding]);
    return this.#underWay[coding];
  }

  async #encoded(coding: Coding): Promise<Buffer> {
    const html = this.#html ?? (await plain(await this.brotli()));
    return coding === "br" ? brotliOf(html, quickly) : encode[coding](html);
  }

  /** Puts a smaller copy in the place of the one in brotli. Where that fails, the page stays as it is. */
  #compressWell({ body }: Copy): void {
    plain(body)
      .then((html) => brotliOf(html, well))
      .then(
        (smaller) => {
          this.#copies.br = this.#copyOf("br", smaller);
          this.#resized();
        },
        () => {},
      );
  }

  #copyOf(coding: Coding, body: Buffer): Copy {
    const modified = this.#headers.find((_, at) => this.#headers[at - 1]?.toLowerCase() === "last-modified");
    // A document that is rendered anew, and is the same, has the same tag.
    const told = this.#headers.filter((header) => header !== modified);
    const hash = createHash("sha256").update(told.join("\n")).update(body);
    const etag = `"${hash.digest("base64url").slice(0, 22)}"`;
    const unchanged = [
      ...this.#headers,
      ...["ETag", etag],
      ...["Vary", "Accept-Encoding, Accept-Language, Cookie"],
      ...["Cache-Control", "public, no-cache"],
    ];
    const ofBody = ["Content-Length", String(body.length)];
    if (coding !== "identity") ofBody.push("Content-Encoding", coding);
    const requestId = ["X-Request-Id", ""];
    return {
      etag,
      modified: Date.parse(modified ?? ""),
      body,
      whole: [...unchanged, ...ofBody, ...requestId],
      unchanged: [...unchanged, ...requestId],
    };
  }
}

function send(copy: Copy, request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const { "if-none-match": known, "if-modified-since": since = "" } = request.headers;
  const isUnchanged = known === undefined ? copy.modified <= Date.parse(since) : isKnown(known, copy.etag);
  const headers = isUnchanged ? copy.unchanged : copy.whole;
  // `writeHead` turns them into text at once, so they can be shared.
  headers[headers.length - 1] = requestId;
  response.writeHead(isUnchanged ? 304 : 200, headers);
  response.end(isUnchanged || request.method === "HEAD" ? undefined : copy.body);
}

/** Browsers say the same few things again and again. */
const codings = new LRUCache<string, Coding>({ max: 200 });

/** The best coding that a client takes. `*` speaks for every coding that isn't named. */
export function codingFor(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined) return "identity";
  const known = codings.get(acceptEncoding);
  if (known) return known;
  const coding = bestCoding(acceptEncoding);
  if (acceptEncoding.length <= 200) codings.set(acceptEncoding, coding);
  return coding;
}

function bestCoding(acceptEncoding: string): Coding {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(coding, weight ? Number(weight.slice(2)) : 1);
  }
  const takes = (coding: Coding) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}

/** @param commonHeaders what every answer of this server carries, names and values by turns */
export function createPageCache(
  commonHeaders: string[],
  { isAway = () => false, maxBytes = 64 * 1024 * 1024, store }: PageCacheOptions = {},
): PageCache {
  const pages = new LRUCache<string, Page>({ maxSize: maxBytes });
  /** Renders that others may join, and with them those that are too old for that. */
  const joinable = new Map<string, Promise<Page | Response>>();
  const rendersUnderWay = new Set<{ dropped: Set<string>; missesChanges: boolean }>();
  let connected = false;
  let hits = 0;
  let misses = 0;
  let stored = 0;
  let stale = 0;

  async function getAndCache(key: string, render: Render): Promise<Page | Response> {
    const underWay = { dropped: new Set<string>(), missesChanges: !connected };
    rendersUnderWay.add(underWay);
    /** Keeps it where it is as new as if it were read now. @returns whether it is */
    const cache = (page: Page): boolean => {
      const { dropped, missesChanges } = underWay;
      if (missesChanges) page.missesSince = Date.now();
      const isCurrent = !dropped.has(everything) && !page.tags.some((tag) => dropped.has(tag));
      if (isCurrent) put(key, page);
      return isCurrent && !missesChanges;
    };
    try {
      const lookedUp = store && (await store.lookUp(key));
      if (lookedUp?.stored) {
        stored++;
        const page = pageOf(key, lookedUp.stored);
        cache(page);
        return page;
      }
      const { answer, cacheDirective } = await render(lookedUp?.position);
      const { headers } = answer;
      if (answer.status === 503) return standIn(key) ?? answer;
      if (!cacheDirective || answer.status !== 200 || headers.has("Set-Cookie")) {
        if (answer.status < 500) pages.delete(key);
        return answer;
      }
      const own = ownHeaders(headers);
      const html = Buffer.from(await answer.arrayBuffer());
      const page = new Page(cacheDirective, { html }, [...commonHeaders, ...own], () => weigh(key, page));
      if (cache(page) && lookedUp) keepInStore(lookedUp, page, own);
      return page;
    } finally {
      rendersUnderWay.delete(underWay);
    }
  }

  function pageOf(key: string, { tag, until, headers, brotli }: StoredPage): Page {
    const page = new Page({ tags: [tag], until }, { brotli }, [...commonHeaders, ...headers], () =>
      weigh(key, page),
    );
    return page;
  }

  /** The few pages that show nobody's rows, or several people's, are rendered by each process. */
  function keepInStore({ keep }: LookedUp, page: Page, headers: string[]): void {
    const [tag, ...others] = page.tags;
    if (tag === undefined || others.length > 0) return;
    page.brotli().then(
      (brotli) => keep({ tag, until: new Date(page.until), headers, brotli }),
      () => {}, // It is answered in another coding, or fails where it is asked for.
    );
  }

  function standIn(key: string): Page | undefined {
    const page = pages.get(key);
    if (!page || Date.now() - (page.missesSince ?? Date.now()) >= staleForMs) return undefined;
    stale++;
    return page;
  }

  /** Weighs a page anew, unless it has made way for another. */
  function weigh(key: string, page: Page): void {
    if (pages.peek(key) !== page) return;
    pages.delete(key);
    put(key, page);
  }

  function put(key: string, page: Page): void {
    pages.set(key, page, { size: page.bytes });
  }

  function drop(tag: string): void {
    // The tags of a render under way are known only when it is done.
    for (const { dropped } of rendersUnderWay) dropped.add(tag);
    joinable.clear();
    if (tag === everything) {
      pages.clear();
      return;
    }
    const changed = [...pages.entries()].filter(([, page]) => page.tags.includes(tag));
    for (const [key] of changed) pages.delete(key);
  }

  return {
    find(key) {
      if (isAway()) return standIn(key);
      const page = pages.get(key);
      if (!page || page.missesSince !== undefined || page.until <= Date.now()) return undefined;
      hits++;
      return page;
    },

    async load(key, render) {
      misses++;
      if (!connected) return getAndCache(key, render);
      const joined = joinable.get(key);
      if (joined) {
        const result = await joined;
        return result instanceof Page ? result : (await render()).answer;
      }
      const rendering = getAndCache(key, render).finally(() => {
        if (joinable.get(key) === rendering) joinable.delete(key);
      });
      joinable.set(key, rendering);
      return rendering;
    },

    standIn,
    dropAll: () => drop(everything),
    stats: () => ({ hits, misses, stored, stale, entries: pages.size, bytes: pages.calculatedSize }),

    onConnect() {
      connected = true;
    },
    onNotify: drop,
    onDisconnect() {
      connected = false;
      joinable.clear();
      for (const underWay of rendersUnderWay) underWay.missesChanges = true;
      for (const page of pages.values()) page.missesSince ??= Date.now();
    },
  };
}

/** The render's own headers, except for those that the cache itself decides. */
function ownHeaders(headers: Headers): string[] {
  const decided = [
    "cache-control",
    "content-encoding",
    "content-length",
    "etag",
    "transfer-encoding",
    "vary",
  ];
  return [...headers].filter(([name]) => !decided.includes(name)).flat();
}
