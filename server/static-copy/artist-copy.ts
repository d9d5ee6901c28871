import { t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import { isSiteFile, pageName } from "./copied-names.ts";
import { type CopyNames, copiedPage, type Needs } from "./copied-page.ts";

/** Answers a path of the site as a visitor without an account gets it, for a copy: a page, or a file of the site's own. */
export type Visit = (path: string) => Promise<Response>;

/** A file of a copy: its content, or the address of the stored file that it is a copy of. */
export type CopiedFile = { name: string; content: string | Uint8Array } | { name: string; stored: string };

export interface CopyOptions {
  visit: Visit;
  origin: string;
  /** The path of the artist's own page. */
  artistPath: string;
  /** The name in the copy of a stored file, by its address; undefined where the copy hasn't got it. */
  storedName: CopyNames["stored"];
  /** Whether it is for the web: with the smaller sizes of pictures, and with what search engines read. */
  isForWeb: boolean;
}

/** More pages than any artist has; a mistake in following links ends there. */
const mostPages = 20_000;

/**
 * An artist's page and the pages below it, as visitors see them at the moment, as files that need no server: documents,
 * calendars, feeds, style sheets and what these name. Nothing where the page isn't public. One page is in memory at a
 * time.
 * @throws AppError `unavailable` where a page can't be had for now
 */
export async function* artistCopy(options: CopyOptions): AsyncGenerator<CopiedFile> {
  const { visit, origin, artistPath, storedName, isForWeb } = options;
  const names: CopyNames = {
    page: (url) => pageName(artistPath, url),
    stored: storedName,
    asset: (path) => (isSiteFile(path) ? `assets/${path.split("/").at(-1)}` : undefined),
  };
  const needs: Needs = {
    pages: new Set([origin + artistPath]),
    stored: new Set(),
    assets: new Set(),
    texts: new Map(),
    characters: new Set(),
  };
  // A set is gone through to its end, those that are added meanwhile included.
  for (const address of needs.pages) {
    const url = new URL(address);
    const name = names.page(url);
    if (name === undefined) continue;
    if (needs.pages.size > mostPages) throw new Error(`${artistPath} has more than ${mostPages} pages.`);
    const answer = await visit(url.pathname + url.search);
    // Gone since it was linked, or not public at all.
    if (answer.status === 404) continue;
    if (answer.status !== 200) {
      const cause = new Error(`${url.pathname} was answered with ${answer.status}`);
      throw new AppError("unavailable", t("The page can't be copied for now."), { cause });
    }
    const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
    const content = isPage
      ? copiedPage(await answer.text(), { url, name, names, needs, isForWeb })
      : await answer.bytes();
    yield { name, content };
  }
  for (const [name, text] of needs.texts) {
    yield { name, content: name.endsWith(".css") ? await styleSheet(text, needs, visit) : text };
  }
  for (const path of needs.assets) {
    const content = await fileOf(visit, path);
    const name = names.asset(path);
    if (content && name) yield { name, content };
  }
  const stored = new Set<string>();
  for (const address of needs.stored) {
    const name = storedName(address);
    if (name === undefined || stored.has(name)) continue;
    stored.add(name);
    yield { name, stored: address };
  }
}

/**
 * A style sheet with those of its fonts inside that the copy has letters for: no browser lets a page on a disk read a font
 * beside it.
 */
async function styleSheet(text: string, needs: Needs, visit: Visit): Promise<string> {
  const used = [...needs.characters].map((character) => character.codePointAt(0) ?? 0);
  const parts = text.split(/(@font-face\s*\{[^}]*\})/);
  const sheet: string[] = [];
  for (const part of parts) {
    if (part.startsWith("@font-face")) {
      const range = /unicode-range:([^;}]+)/.exec(part)?.[1];
      if (range === undefined || used.some(isWithin(range))) sheet.push(await withFont(part, visit));
    } else {
      sheet.push(
        part.replaceAll(/url\("?(\/[^")]+)"?\)/g, (whole, path: string) => {
          if (!isSiteFile(path)) return whole;
          needs.assets.add(path);
          return `url(${path.split("/").at(-1)})`;
        }),
      );
    }
  }
  return sheet.join("");
}

/** Whether a code point is in a `unicode-range`. */
function isWithin(range: string): (codePoint: number) => boolean {
  const spans = range.split(",").map((span) => {
    const [from = "", to = from] = span.trim().slice(2).split("-");
    return [
      Number.parseInt(from.replaceAll("?", "0"), 16),
      Number.parseInt(to.replaceAll("?", "f"), 16),
    ] as const;
  });
  return (codePoint) => spans.some(([from, to]) => codePoint >= from && codePoint <= to);
}

/** The font's newest format alone, which every browser reads that the pages are made for. */
async function withFont(face: string, visit: Visit): Promise<string> {
  const path = /url\("?(\/assets\/[\w.-]+\.woff2)"?\)/.exec(face)?.[1];
  const font = path && (await fileOf(visit, path));
  if (!font) return face;
  const address = `url(data:font/woff2;base64,${Buffer.from(font).toString("base64")}) format("woff2")`;
  return face.replace(/src:[^;}]*url\([^;}]+/, `src:${address}`);
}

async function fileOf(visit: Visit, path: string): Promise<Uint8Array | undefined> {
  const answer = await visit(path);
  return answer.status === 200 ? answer.bytes() : undefined;
}
