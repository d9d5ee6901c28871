import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { z } from "zod";
import {
  isLanguage,
  type Language,
  languages,
  nearestLanguage,
  sourceLanguage,
} from "../app/shared/languages.ts";
import { type ArtistsWords, setTranslation, type Translation } from "../app/shared/t.ts";
import { translationInto } from "../app/shared/translation.ts";
import { reading } from "./reading.ts";

// Who reads in which language. Texts are `t("…")` in the code; here it is said what that means for the running request.

const directory = join(import.meta.dirname, "..", "languages");

const translations = new Map<Language, Translation>();
for (const language of Object.keys(languages).filter(isLanguage)) {
  if (language === sourceLanguage) continue;
  const texts = z.record(z.string(), z.string());
  const known = texts.parse(JSON.parse(readFileSync(join(directory, `${language}.json`), "utf8")));
  translations.set(language, translationInto(language, known));
}
const english = translationInto(sourceLanguage, {});

setTranslation(() => translations.get(currentLanguage()) ?? english, currentArtistsWords);

/** The language of the running request, or of the recipient whom the running work writes to. */
export function currentLanguage(): Language {
  const reader = reading.getStore();
  if (typeof reader === "string") return reader;
  return reader?.asked ?? reader?.page ?? sourceLanguage;
}

/** How the artist of the running request's page writes. */
function currentArtistsWords(): ArtistsWords | undefined {
  const reader = reading.getStore();
  return typeof reader === "string" ? undefined : reader;
}

/**
 * The language that a visitor wants: by the address (`?lang=`), by an earlier choice, or by the browser's settings, in this
 * order; undefined where none of them is one of ours.
 * @param url a request's target: path and query
 * @param chosen the value of the cookie that keeps a choice
 * @param acceptLanguage the header
 */
export function askedLanguage(
  url: string,
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): Language | undefined {
  const query = url.indexOf("?");
  const tag = query < 0 ? null : new URLSearchParams(url.slice(query)).get("lang");
  if (tag && isLanguage(tag)) return tag;
  if (chosen && isLanguage(chosen)) return chosen;
  return acceptLanguage ? acceptedLanguage(acceptLanguage) : undefined;
}

/** Browsers say the same few things again and again. */
const accepted = new LRUCache<string, { language: Language | undefined }>({ max: 1_000 });

function acceptedLanguage(header: string): Language | undefined {
  const known = accepted.get(header);
  if (known) return known.language;
  const tags = new Negotiator({ headers: { "accept-language": header } }).languages();
  const language = tags.map(nearestLanguage).find((found) => found !== undefined);
  if (header.length <= 200) accepted.set(header, { language });
  return language;
}
