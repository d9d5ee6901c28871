import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { build } from "vite";
import { afterAll } from "vitest";
import { openBrowser } from "./browser.ts";

const root = join(import.meta.dirname, "..", "..");
const origin = "http://page.test";

/** The answer of a server that isn't there; without one, the request is answered with 404. */
type Answer = (route: Route) => Promise<void>;

export interface PageSetUp {
  /** The HTML of the page's body. */
  html: string;
  /** Run in the page, where the module's exports stand in `script`. */
  run: string;
  /** Run before anything else. */
  before?: string;
  answers?: Record<string, Answer>;
}

/**
 * A module of ours in a page of its own, in a real browser without any server.
 * @param module its path from the project's folder
 * @returns opens such a page at http://page.test/
 */
export async function openScript(module: string): Promise<(setUp: PageSetUp) => Promise<Page>> {
  const [browser, code] = await Promise.all([openBrowser(), bundle(module)]);
  afterAll(() => browser[Symbol.asyncDispose]());
  return async ({ html, run, before = "", answers = {} }) => {
    const page = await browser.newPage();
    await page.addInitScript(before);
    await page.route(`${origin}/**`, (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      const answer = answers[`${request.method()} ${pathname}`];
      if (answer) return answer(route);
      return pathname === "/" && request.method() === "GET"
        ? answerWith(html)(route)
        : route.fulfill({ status: 404 });
    });
    await page.goto(`${origin}/`);
    await page.addScriptTag({ content: `${code}\n${run}` });
    return page;
  };
}

/** An answer that is a page with this in its body. */
export const answerWith =
  (html: string, status = 200): Answer =>
  (route) =>
    route.fulfill({
      status,
      contentType: "text/html; charset=utf-8",
      body: `<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body>${html}</body></html>`,
    });

async function bundle(module: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "warn",
    resolve: { alias: { "~": join(root, "app") } },
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry: join(root, module), formats: ["iife"], name: "script" },
    },
  });
  const [built] = Array.isArray(result) ? result : [];
  if (!built) throw new TypeError(`${module} was not built.`);
  return built.output[0].code;
}
