import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server, request as send } from "node:http";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CacheDirective, createPageCache, Page, type PageCache, type Rendered } from "./page-cache.ts";
import type { PageStore, StoredPage } from "./page-store.ts";

const anHour = 3_600_000;
const html = `<!doctype html><title>Ånsgar</title>${"<p>Words that repeat.</p>".repeat(200)}`;

let pages: PageCache;
let render: (path: string) => Promise<Rendered>;
let server: Server;
let whileAnswering: () => void;

/** A server of nothing but the cache: a request whose answer must not be cached gets the status alone. */
beforeEach(async () => {
  pages = createPageCache(["X-Content-Type-Options", "nosniff"]);
  pages.onConnect();
  render = () => rendered();
  whileAnswering = () => {};
  let requests = 0;
  server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const requestId = `request-${++requests}`;
    const page = pages.find(path) ?? (await pages.load(path, () => render(path)));
    if (page instanceof Page) {
      const answered = page.answer(request, response, requestId);
      whileAnswering();
      await answered;
    } else response.writeHead(page.status).end(await page.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

interface What {
  cacheDirective?: Partial<CacheDirective> | null;
  body?: string;
  init?: ResponseInit;
}

function rendered({ cacheDirective = {}, body = html, init = {} }: What = {}): Promise<Rendered> {
  const answer = new Response(body, init);
  if (!answer.headers.has("Content-Security-Policy"))
    answer.headers.set("Content-Security-Policy", "default-src 'self'");
  answer.headers.set("Content-Type", "text/html; charset=utf-8");
  const until = new Date(Date.now() + anHour);
  return Promise.resolve({
    answer,
    cacheDirective: cacheDirective ? { tags: ["ansgar"], until, ...cacheDirective } : undefined,
  });
}

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return new Promise((resolve, reject) => {
    const request = send({ host: "127.0.0.1", port, path, method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    request.on("error", reject).end();
  });
}

/** Renders that wait to be let through one by one. */
function gate() {
  const waiting: (() => void)[] = [];
  const arrivals: (() => void)[] = [];
  return {
    async render(what?: What) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      arrivals.shift()?.();
      const snapshot = rendered(what);
      await promise;
      return snapshot;
    },
    arrival: () => new Promise<void>((resolve) => arrivals.push(resolve)),
    letThrough: () => waiting.shift()?.(),
  };
}

describe("the answer", () => {
  test("the same bytes in the best coding that the client takes", async () => {
    const cases = {
      br: [
        "br",
        "gzip, deflate, br, zstd",
        "gzip;q=1, br;q=0.1",
        "*",
        "BR",
        "identity, *;q=0.5",
        "gzip;q=0, *",
      ],
      gzip: ["gzip", "deflate, gzip;q=0.2", "br;q=0, gzip", "br;q=0.0,*", "br;q=none, gzip"],
      identity: ["", "identity", "deflate", "br;q=0, gzip;q=0", "*;q=0", "zstd"],
    };
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
    for (const [coding, headers] of Object.entries(cases) as [keyof typeof cases, string[]][]) {
      for (const header of headers) {
        const answer = await get("/artist/ansgar", { "Accept-Encoding": header });
        expect.soft(answer.headers["content-encoding"] ?? "identity", header).toBe(coding);
        expect.soft(decode[coding](answer.body).toString(), header).toBe(html);
        expect.soft(answer.headers["content-length"], header).toBe(String(answer.body.length));
      }
    }
    const answer = await get("/artist/ansgar");
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.body.toString()).toBe(html);
  });

  test("becomes smaller where many ask for it, under another tag", async () => {
    const body = readFileSync(import.meta.filename, "utf8");
    render = () => rendered({ body });
    const ask = (headers = {}) => get("/artist/ansgar", { "Accept-Encoding": "br", ...headers });
    const first = await ask();
    const weighed = pages.stats().bytes;
    for (let visitor = 0; visitor < 12; visitor++) await ask();
    await vi.waitUntil(() => pages.stats().bytes < weighed);
    const smaller = await ask({ "If-None-Match": first.headers.etag });
    expect(smaller.status).toBe(200);
    expect(brotliDecompressSync(smaller.body).toString()).toBe(body);
    expect(smaller.body.length).toBeLessThan(first.body.length);
    expect(pages.stats()).toMatchObject({ entries: 1, bytes: smaller.body.length });
  });

  test("with the render's headers, those of every answer, and the request's own id", async () => {
    const [first, second] = [await get("/artist/ansgar"), await get("/artist/ansgar")];
    const common = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'self'",
      "x-content-type-options": "nosniff",
      "cache-control": "public, no-cache",
      vary: "Accept-Encoding, Accept-Language, Cookie",
    };
    expect(first.headers).toMatchObject({ ...common, "x-request-id": "request-1" });
    expect(second.headers).toMatchObject({ ...common, "x-request-id": "request-2" });
  });

  test("to HEAD the headers alone", async () => {
    const headers = { "Accept-Encoding": "br" };
    const head = await get("/artist/ansgar", headers, "HEAD");
    const whole = await get("/artist/ansgar", headers);
    expect(head.body).toHaveLength(0);
    expect(head.headers["content-length"]).toBe(String(whole.body.length));
    expect(head.headers.etag).toBe(whole.headers.etag);
  });

  test("is 304 for a browser that has the page already, with a tag of its own for each coding", async () => {
    const tags = new Map<string, string | undefined>();
    for (const coding of ["br", "gzip", "identity"]) {
      const { headers } = await get("/artist/ansgar", { "Accept-Encoding": coding });
      tags.set(coding, headers.etag);
    }
    expect(new Set(tags.values()).size).toBe(3);
    const tag = tags.get("br") ?? "";
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await get("/artist/ansgar", { "Accept-Encoding": "br", "If-None-Match": known });
      expect.soft(answer.status, known).toBe(304);
      expect.soft(answer.body, known).toHaveLength(0);
      expect.soft(answer.headers, known).toMatchObject({
        etag: tag,
        "cache-control": "public, no-cache",
        vary: "Accept-Encoding, Accept-Language, Cookie",
        "content-security-policy": "default-src 'self'",
      });
    }
    const ofAnother = await get("/artist/ansgar", { "Accept-Encoding": "gzip", "If-None-Match": tag });
    expect(ofAnother.status).toBe(200);
  });

  test("as unchanged since the time that it tells, and under the same tag when it is rendered anew", async () => {
    const at = (time: string) => ({ init: { headers: { "Last-Modified": time } } });
    render = () => rendered(at("Mon, 23 Nov 2026 10:00:00 GMT"));
    const first = await get("/artist/ansgar");
    const since = (time: string, more = {}) => get("/artist/ansgar", { "If-Modified-Since": time, ...more });
    expect((await since("Mon, 23 Nov 2026 10:00:00 GMT")).status).toBe(304);
    expect((await since("Mon, 23 Nov 2026 09:59:59 GMT")).status).toBe(200);
    expect((await since("never")).status).toBe(200);
    // The tag is the better witness.
    expect((await since("Mon, 23 Nov 2026 10:00:00 GMT", { "If-None-Match": '"another"' })).status).toBe(200);
    pages.onNotify("ansgar");
    render = () => rendered(at("Mon, 23 Nov 2026 11:00:00 GMT"));
    const later = await since("Mon, 23 Nov 2026 10:00:00 GMT");
    expect([later.status, later.headers["last-modified"]]).toEqual([200, "Mon, 23 Nov 2026 11:00:00 GMT"]);
    expect(later.headers.etag).toBe(first.headers.etag);
    render = () => rendered();
    pages.onNotify("ansgar");
    expect((await since("Mon, 23 Nov 2026 11:00:00 GMT")).status).toBe(200);
  });

  test("under another tag when its words or its headers are others", async () => {
    const tagOf = async (what: What) => {
      render = () => rendered(what);
      pages.dropAll();
      return (await get("/artist/ansgar")).headers.etag;
    };
    const tag = await tagOf({});
    expect(await tagOf({})).toBe(tag);
    expect(await tagOf({ body: `${html} ` })).not.toBe(tag);
    expect(await tagOf({ init: { headers: { "Content-Security-Policy": "default-src 'none'" } } })).not.toBe(
      tag,
    );
  });
});

describe("the cache", () => {
  const renders = async (what: What | (() => Promise<Rendered>), path = "/artist/ansgar") => {
    let count = 0;
    render = () => {
      count++;
      return typeof what === "function" ? what() : rendered(what);
    };
    await get(path);
    await get(path);
    return count;
  };

  test("a page with a cache directive, and only under its own path", async () => {
    expect(await renders({})).toBe(1);
    expect(await renders({}, "/artist/Ansgar")).toBe(1);
    expect(pages.stats()).toMatchObject({ hits: 2, misses: 2, entries: 2 });
  });

  test.each([
    ["one without a cache directive", { cacheDirective: null }],
    ["one that isn't 200", { init: { status: 404 } }],
    ["one with a cookie for somebody", { init: { headers: { "Set-Cookie": "a=b" } } }],
    ["one whose time has passed", { cacheDirective: { until: new Date(0) } }],
  ] satisfies [string, What][])("not %s", async (_, what) => {
    expect(await renders(what)).toBe(2);
  });

  test("not a render that failed", async () => {
    const failing = () => {
      render = () => rendered();
      return Promise.reject(new Error("No."));
    };
    await expect(pages.load("/artist/ansgar", failing)).rejects.toThrow("No.");
    expect(await renders({})).toBe(1);
  });

  test("until its time has come", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    render = () => rendered({ cacheDirective: { until: new Date(1000) }, body: String(Date.now()) });
    const at = async (time: number) => {
      vi.setSystemTime(time);
      return (await get("/artist/ansgar")).body.toString();
    };
    expect(await at(0)).toBe("0");
    expect(await at(999)).toBe("0");
    expect(await at(1000)).toBe("1000");
  });

  test("holds as much as fits: the page that was asked for least recently makes way", async () => {
    pages = createPageCache([], { maxBytes: html.length * 3.5 });
    pages.onConnect();
    for (const path of ["/1", "/2", "/3", "/1", "/4"]) await get(path);
    const kept = ["/1", "/2", "/3", "/4"].filter((path) => pages.find(path));
    expect(kept).toEqual(["/1", "/3", "/4"]);
    expect(pages.stats()).toMatchObject({ entries: 3, bytes: Buffer.byteLength(html) * 3 });
  });

  test("counting the compressed copies", async () => {
    await get("/artist/ansgar");
    const before = pages.stats().bytes;
    const { body } = await get("/artist/ansgar", { "Accept-Encoding": "br" });
    expect(pages.stats()).toMatchObject({ entries: 1, bytes: before + body.length });
  });

  test("holds nothing before it is connected, and stops serving its pages once the connection is lost", async () => {
    pages = createPageCache([]);
    expect(await renders({})).toBe(2);
    pages.onConnect();
    expect(await renders({})).toBe(1);
    pages.onDisconnect();
    expect(await renders({})).toBe(2);
    pages.onConnect();
    expect(await renders({})).toBe(1);
  });
});

describe("a request for a page that is being rendered", () => {
  test("shares the render", async () => {
    const { render: gated, arrival, letThrough } = gate();
    render = () => gated();
    const arrived = arrival();
    const answers = [get("/artist/ansgar"), get("/artist/ansgar"), get("/artist/ansgar")];
    await arrived;
    letThrough();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pages.stats().misses + pages.stats().hits).toBe(3);
    expect(pages.stats().entries).toBe(1);
  });

  test("gets an answer of their own when it may not be shared", async () => {
    const { render: gated, arrival, letThrough } = gate();
    let renders = 0;
    const load = () =>
      pages.load("/artist/ansgar", () => {
        renders++;
        return gated({ cacheDirective: null, body: `for ${renders}` });
      });
    const [first, second] = [load(), load()];
    expect(renders).toBe(1);
    const another = arrival();
    letThrough();
    await another;
    letThrough();
    const answers = (await Promise.all([first, second])).map(
      (answer) => answer instanceof Response && answer.text(),
    );
    expect(await Promise.all(answers)).toEqual(["for 1", "for 2"]);
  });
});

describe("a notice of a change", () => {
  test("goes by its artist, or all at once", async () => {
    const tagsOf: Record<string, string[]> = { "/a": ["a"], "/b": ["b"], "/ab": ["a", "b"], "/none": [] };
    render = (path) => rendered({ cacheDirective: { tags: tagsOf[path] ?? [] } });
    const fill = () => Promise.all(Object.keys(tagsOf).map((path) => get(path)));
    const kept = () => Object.keys(tagsOf).filter((path) => pages.find(path));
    await fill();
    pages.onNotify("a");
    expect(kept()).toEqual(["/b", "/none"]);
    pages.onNotify("nobody");
    expect(kept()).toEqual(["/b", "/none"]);
    pages.onNotify("*");
    expect(kept()).toEqual([]);
    await fill();
    pages.dropAll();
    expect(kept()).toEqual([]);
  });

  test.each([
    ["its artist's rows change", () => pages.onNotify("ansgar"), false],
    ["anything may have changed", () => pages.onNotify("*"), false],
    ["the connection is lost", () => pages.onDisconnect(), false],
    ["another artist's rows change", () => pages.onNotify("somebody else"), true],
  ])("a page isn't kept when during its render %s", async (_, happen, keeps) => {
    const { render: gated, letThrough } = gate();
    const old = pages.load("/artist/ansgar", () => gated({ body: "old" }));
    happen();
    letThrough();
    expect(await old).toBeInstanceOf(Page);
    expect(pages.find("/artist/ansgar") !== undefined).toBe(keeps);
  });

  test("a request after the change doesn't share the render from before it", async () => {
    const { render: gated, letThrough } = gate();
    const old = pages.load("/artist/ansgar", () => gated({ body: "old" }));
    pages.onNotify("ansgar");
    const fresh = pages.load("/artist/ansgar", () => gated({ body: "new" }));
    letThrough();
    await old;
    expect(pages.find("/artist/ansgar")).toBeUndefined();
    const shared = pages.load("/artist/ansgar", () => rendered({ body: "newer than it need be" }));
    letThrough();
    expect(await shared).toBe(await fresh);
    expect((await get("/artist/ansgar")).body.toString()).toBe("new");
  });

  test("a slow render from before the change doesn't replace the one from after it", async () => {
    const before = gate();
    const old = pages.load("/artist/ansgar", () => before.render({ body: "old" }));
    pages.onNotify("ansgar");
    await pages.load("/artist/ansgar", () => rendered({ body: "new" }));
    before.letThrough();
    await old;
    expect((await get("/artist/ansgar")).body.toString()).toBe("new");
  });

  test("a page doesn't come back when a copy of it is ready only afterwards", async () => {
    await get("/artist/ansgar");
    whileAnswering = () => pages.dropAll();
    expect((await get("/artist/ansgar", { "Accept-Encoding": "br" })).status).toBe(200);
    expect(pages.stats()).toMatchObject({ entries: 0, bytes: 0 });
  });
});

describe("while the database is away", () => {
  const tenMinutes = 600_000;
  let isAway: boolean;
  const goAway = () => {
    isAway = true;
    pages.onDisconnect();
    render = () =>
      Promise.resolve({ answer: new Response("Away.", { status: 503 }), cacheDirective: undefined });
  };
  const comeBack = (what: What = {}) => {
    isAway = false;
    pages.onConnect();
    render = () => rendered(what);
  };
  const shown = async (path = "/artist/ansgar") => {
    const { status, body } = await get(path);
    return status === 200 ? body.toString() : status;
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    isAway = false;
    pages = createPageCache([], { isAway: () => isAway });
    pages.onConnect();
    render = (path) =>
      rendered({ body: `first ${path}`, cacheDirective: { tags: [path], until: new Date(1000) } });
  });

  test("a cached page is served for ten minutes, its own time or not, and counted", async () => {
    await get("/a");
    goAway();
    expect(await shown("/a")).toBe("first /a");
    vi.setSystemTime(tenMinutes - 1);
    expect(await shown("/a")).toBe("first /a");
    expect(await shown("/b")).toBe(503);
    expect(pages.stats().stale).toBe(2);
    vi.setSystemTime(tenMinutes);
    expect(await shown("/a")).toBe(503);
    expect(pages.stats().stale).toBe(2);
  });

  test("a cached page is served at once: nothing is rendered", async () => {
    await get("/a");
    goAway();
    expect(pages.find("/a")).toBeInstanceOf(Page);
  });

  test("a cached page also answers requests that came before the outage was known", async () => {
    await get("/a");
    pages.onDisconnect();
    render = () =>
      Promise.resolve({ answer: new Response(null, { status: 503 }), cacheDirective: undefined });
    expect(await shown("/a")).toBe("first /a");
    pages.onConnect();
    expect(await shown("/a")).toBe("first /a");
    expect(pages.stats().stale).toBe(2);
  });

  test("a page that was dropped before is not served", async () => {
    await get("/a");
    await get("/b");
    pages.onNotify("/a");
    goAway();
    expect([await shown("/a"), await shown("/b")]).toEqual([503, "first /b"]);
    pages.dropAll();
    expect(await shown("/b")).toBe(503);
  });

  test("a cached page is rendered anew when the database is back, before it counts again", async () => {
    await get("/a");
    goAway();
    vi.setSystemTime(500);
    comeBack({ body: "second", cacheDirective: { until: new Date(tenMinutes * 3) } });
    expect(pages.find("/a")).toBeUndefined();
    expect(await shown("/a")).toBe("second");
    vi.setSystemTime(tenMinutes * 2);
    expect(pages.find("/a")).toBeInstanceOf(Page);
    goAway();
    expect(await shown("/a")).toBe("second");
  });

  test("a page that is gone when rendered anew leaves the cache for good", async () => {
    await get("/a");
    goAway();
    comeBack({ cacheDirective: null, init: { status: 404 } });
    expect(await shown("/a")).toBe(404);
    goAway();
    expect(await shown("/a")).toBe(503);
  });

  test("a page that could not be rendered in between keeps only the rest of its ten minutes", async () => {
    await get("/a");
    goAway();
    vi.setSystemTime(tenMinutes / 2);
    comeBack();
    goAway();
    expect(await shown("/a")).toBe("first /a");
    vi.setSystemTime(tenMinutes);
    expect(await shown("/a")).toBe(503);
  });

  test("a page that was being rendered when the database went away is kept for that time only", async () => {
    const { render: gated, letThrough } = gate();
    const loaded = pages.load("/a", () => gated({ body: "just now" }));
    pages.onDisconnect();
    letThrough();
    expect(await loaded).toBeInstanceOf(Page);
    expect(pages.find("/a")).toBeUndefined();
    goAway();
    expect(await shown("/a")).toBe("just now");
  });

  test("a render from before a change doesn't bring back what was dropped", async () => {
    const { render: gated, letThrough } = gate();
    const loaded = pages.load("/a", () => gated({ body: "just now" }));
    pages.onNotify("ansgar");
    goAway();
    letThrough();
    await loaded;
    expect(await shown("/a")).toBe(503);
  });
});

describe("a store", () => {
  const stored: StoredPage = {
    tag: "ansgar",
    until: new Date(Date.now() + anHour),
    headers: ["content-type", "text/html; charset=utf-8"],
    brotli: brotliCompressSync(html),
  };
  const kept: StoredPage[] = [];
  let answer: { stored?: StoredPage } | undefined;

  beforeEach(() => {
    kept.length = 0;
    answer = {};
    const store: PageStore = {
      lookUp: () => Promise.resolve(answer && { ...answer, keep: (page) => void kept.push(page) }),
      close: () => Promise.resolve(),
    };
    pages = createPageCache(["X-Content-Type-Options", "nosniff"], { store });
    pages.onConnect();
  });

  test("gives pages that aren't in memory, once and in every coding, without a render", async () => {
    answer = { stored };
    render = () => Promise.reject(new Error("Rendered."));
    const plain = await get("/artist/ansgar");
    expect(plain.body.toString()).toBe(html);
    expect(plain.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    answer = undefined;
    const [gzipped, brotli] = await Promise.all(
      ["gzip", "br"].map((coding) => get("/artist/ansgar", { "Accept-Encoding": coding })),
    );
    expect(gunzipSync(gzipped?.body ?? "").toString()).toBe(html);
    expect(brotli?.body).toEqual(stored.brotli);
    expect(pages.stats()).toMatchObject({ hits: 2, misses: 1, stored: 1 });
    expect(kept).toEqual([]);
  });

  test("gives a page that doesn't stay where a change is heard meanwhile", async () => {
    answer = { stored };
    const lookingUp = pages.load("/artist/ansgar", () => rendered());
    pages.onNotify("ansgar");
    await lookingUp;
    expect(pages.find("/artist/ansgar")).toBeUndefined();
  });

  test("gets what was rendered, in brotli and with its own headers", async () => {
    await get("/artist/ansgar", { "Accept-Encoding": "gzip" });
    await vi.waitUntil(() => kept.length > 0);
    const [page] = kept;
    expect(brotliDecompressSync(page?.brotli ?? "").toString()).toBe(html);
    expect(page).toMatchObject({ tag: "ansgar" });
    expect(page?.headers).not.toContain("X-Content-Type-Options");
  });

  test("gets nothing that wasn't cached, or is nobody's or several people's", async () => {
    const cases: [string, What][] = [
      ["/personal", { cacheDirective: null }],
      ["/gone", { init: { status: 404 } }],
      ["/outcome", { init: { headers: { "Set-Cookie": "flash=1" } } }],
      ["/nobody", { cacheDirective: { tags: [] } }],
      ["/both", { cacheDirective: { tags: ["ansgar", "nova"] } }],
    ];
    for (const [path, what] of cases) {
      render = () => rendered(what);
      await get(path, { "Accept-Encoding": "br" });
    }
    const gated = gate();
    const arrived = gated.arrival();
    const dropped = pages.load("/artist/ansgar", () => gated.render());
    await arrived;
    pages.onNotify("ansgar");
    gated.letThrough();
    await dropped;
    pages.onDisconnect();
    await pages.load("/artist/unheard", () => rendered());
    pages.onConnect();
    // What comes after them is stored, so they would be by now.
    await pages.load("/artist/last", () => rendered({ cacheDirective: { tags: ["last"] } }));
    await vi.waitUntil(() => kept.length > 0);
    expect(kept.map(({ tag }) => tag)).toEqual(["last"]);
  });

  test("that has no answer is done without", async () => {
    answer = undefined;
    expect((await get("/artist/ansgar")).body.toString()).toBe(html);
    expect(kept).toEqual([]);
  });
});
