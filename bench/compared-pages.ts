import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { artist } from "../demo/artist.ts";
import { startHandbill } from "../tests/harness/handbill.ts";
import { startBareServer } from "./bare.ts";
import { startNginx } from "./nginx.ts";

/** The name of the page that the others are compared with. */
export const peer = "static page";

/** Pages of the demo installation by what they are called in the tables. */
const paths = {
  artist: `/artist/${artist.customUrl}`,
  landing: "/",
  "sign-in": "/signin",
  release: `/artist/${artist.customUrl}/music/shutters-half-down`,
  events: `/artist/${artist.customUrl}/events`,
  comments: `/artist/${artist.customUrl}/comments`,
};
export type PageName = keyof typeof paths;

/**
 * As often, and in the coding and the language that the browser asks for, as it takes until that copy of a page is kept in its
 * smaller form (decision 0006).
 */
export async function visitOften(url: string): Promise<void> {
  const headers = { "Accept-Encoding": "br", "Accept-Language": "en-US" };
  for (let visit = 0; visit < 12; visit++) await (await fetch(url, { headers })).text();
}

/**
 * Our own pages, the artist's page once more as a bare server sends it, and beside them a plain link-in-bio page that nginx
 * serves. Each was asked for before, as by a dozen visitors before.
 */
export async function startComparedPages(names: PageName[]) {
  const servers = new AsyncDisposableStack();
  const handbill = servers.use(await startHandbill({ DEMO: "on", LOG_LEVEL: "warn" }));
  const bare = servers.use(await startBareServer(handbill.origin));
  const root = await mkdtemp(join(tmpdir(), "handbill-static-page-"));
  servers.defer(() => rm(root, { recursive: true }));
  await cp(join(import.meta.dirname, "static-page"), root, { recursive: true });
  await chmod(root, 0o755);
  const nginx = servers.use(
    await startNginx({
      root,
      probe: "index.html",
      http: [
        "types { text/html html; text/css css; image/svg+xml svg; image/webp webp; font/woff2 woff2; }",
        "gzip on; gzip_types text/css image/svg+xml; gzip_min_length 256;",
      ],
    }),
  );
  const urls = new Map([
    [peer, `${nginx.origin}/index.html`],
    ...names.map((name): [string, string] => [name, handbill.origin + paths[name]]),
    ["artist, bare server", bare.origin + paths.artist],
  ]);
  for (const url of urls.values()) await visitOften(url);
  return { urls, [Symbol.asyncDispose]: () => servers.disposeAsync() };
}
