import { readFileSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { isStructurallySame } from "@formatjs/icu-messageformat-parser/manipulator.js";
import { z } from "zod";
import { isLanguage, languages, sourceLanguage } from "../app/shared/languages.ts";
import { withoutContext } from "../app/shared/t.ts";
import {
  givenText,
  isNode,
  literalsOf,
  type SyntaxNode,
  sourceTexts,
  syntaxOf,
  walk,
} from "../server/source-texts.ts";

// Every text that readers see is said in every language. Reports: a visible text that isn't said by `t`, one that is said
// before anybody reads, one whose places get no values, one that a language doesn't have, one that nothing says, places for
// values that differ, and plural forms that a language lacks.
// With --write, each language's file gets the texts it doesn't have, as "", and loses those that nothing says.

/** What people see: nothing in these modules is said in English alone. */
const translated = [
  "app/artist-theme/!(fonts).{ts,tsx}",
  "app/features/*/!(api.server|public.server).{ts,tsx}",
  "app/pages/!(sample-content).{ts,tsx}",
  "app/pages/artist/*.tsx",
  "app/pages/artist/{actions.server,calendar-answer.server,copy-player.client,first-action,moment.client,share.client,vcard}.ts",
  "app/pages/artist/{artist-json,card,contact-card,event-calendar,events-calendar,press-kit}.route.ts",
  "app/pages/artist/{feeds,layouts}/*.{ts,tsx}",
  "app/pages/embed/{embed-frame,embed-player,embed.client,oembed.server,*-embed.route}.{ts,tsx}",
  "app/pages/handbill/!(sheet.route).{ts,tsx}",
  "app/pages/landing/**/*.{ts,tsx}",
  "app/public-ui/**/*.{ts,tsx}",
  "app/shared/!(embeds|languages|platforms|reserved-custom-urls).ts",
  "app/{client,layouts,ui}/**/*.{ts,tsx}",
  "app/{forms.server,loaders.server,root,viewer.server}.{ts,tsx}",
  "server/{account-contents,account-deletion,import-kinds,notifications,owner,setup-code}.ts",
  "server/{db/failures,static-copy/artist-copy,storage/unavailable}.ts",
  "server/files/{disk-full,quota,shared-staging,shared-store}.ts",
  "server/http/{body,origin,restore,uploads}.ts",
  "server/mail/account-mail.ts",
  "server/media/{audio,clean-sound,images,import-*,pdf,read-*,zip-entries}.ts",
];

/** Attributes that readers see or hear. */
const spoken =
  /^(alt|title|placeholder|aria-(label|description|roledescription|valuetext)|label|hint|heading)$/;

/** Attributes that browsers and our own parts read, whatever stands in them. */
const unspoken =
  /^(className|name|id|type|rel|href|to|style|sizes|d|viewBox|property|content|itemProp|value|key|accept|autoComplete)$/;

/** Letters of a sentence or a name, as a reader sees them: not an identifier, an address or a class. */
const isProse = (text: string) =>
  /^\p{Lu}\p{Ll}+(\.{3}|!)?$/u.test(text) || /^\p{Lu}[^{}<>=]*\p{L}\s+\p{L}/u.test(text);

/** A cookie's attribute, names of keys and of events' properties, and proper names, which are the same in every language. */
const names = new Set(
  "Secure Enter Escape Esc Ctrl Tab ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown Space Handbill Node Vimeo ISRC Inter Roboto Montserrat Poppins Lato Nunito Raleway".split(
    " ",
  ),
);

/** `headers.get("Location")`: of a map or of headers the key, which nobody sees, or what is looked for in a list. */
function isLookUp({ type, callee }: SyntaxNode): boolean {
  return (
    type === "CallExpression" &&
    isNode(callee) &&
    isNode(callee.property) &&
    /^(get|has|includes|set|append|delete|setHeader)$/.test(String(callee.property.name))
  );
}

/** Services, whose names are the same as well. */
const services =
  "Bandcamp Bing Bluesky Discord Ecosia Facebook Google Instagram Patreon Pinterest Reddit Spotify Stripe Telegram Threads Venmo Yahoo";
for (const service of [...services.split(" "), "Cash App"]) names.add(service);

/** SQL, or classes such as `min-h-11`. */
const isCode = (text: string) =>
  /^[\s(]*(select|where|order by|case when|[a-z]+_[a-z_]+ (is|and)|[a-z]+ =)\s|^\s*(coalesce|json_build_object)\(|\b[a-z]+(-[a-z]+)*-\d/.test(
    text,
  );

/** `log.error(…)`: the operator alone reads it. */
function isLogged({ type, callee }: SyntaxNode): boolean {
  if (type !== "CallExpression" || !isNode(callee) || !isNode(callee.object)) return false;
  const { name, property } = callee.object;
  return (isNode(property) ? property.name : name) === "log";
}

/**
 * Of a key, also with another that is pressed besides; licences and typefaces with names of their own; addresses; codes such as
 * `SE-A1B-26-00012`; what a webhook's test tells a program.
 */
const isName = (text: string) =>
  names.has(text.replace(/ [A-Z]$/, "")) ||
  /^(CC BY|https?:|This is a test\.$)|^(Open Sans|Source Sans|Work Sans|League Gothic|Abril Fatface)$|^(?=.*\d)[A-Z\d-]+$/.test(
    text,
  );

/** A visible text that no `t` says. */
export interface Untranslated {
  text: string;
  at: number;
}

/** @throws SyntaxError */
export function untranslated(path: string, source: string): Untranslated[] {
  const found: Untranslated[] = [];
  const add = (text: string, node: SyntaxNode) =>
    found.push({ text: text.trim().replace(/\s+/g, " "), at: node.start });
  const keys = new Set<unknown>();
  const visit = (node: SyntaxNode): boolean => {
    const { type, value, name } = node;
    if (isLookUp(node) && Array.isArray(node.arguments)) keys.add(node.arguments[0]);
    if (isLogged(node) || (givenText(node) !== undefined && type === "CallExpression")) return false;
    if (givenText(node) !== undefined && Array.isArray(node.attributes)) {
      const others = node.attributes.filter(({ name }) => name?.name !== "text");
      walk(others, visit);
      return false;
    }
    if (
      /^(TS|Import|Export.*Source)/.test(type) &&
      type !== "TSAsExpression" &&
      type !== "TSSatisfiesExpression"
    )
      return false;
    if (type === "JSXText" && /\p{L}/u.test(String(value)) && !isName(String(value).trim()))
      add(String(value), node);
    if (type === "JSXAttribute" && isNode(name)) {
      const attribute = String(name.name);
      const isLiteral = isNode(value) && value.type === "Literal";
      if (unspoken.test(attribute)) return isNode(value) && !isLiteral && attribute !== "className";
      if (isLiteral) {
        const literal = String(value.value);
        if (!isName(literal) && (isProse(literal) || (spoken.test(attribute) && /\p{L}/u.test(literal))))
          add(literal, value);
        return false;
      }
    }
    // Programmers' errors, comparisons and SQL aren't shown.
    if (
      type === "NewExpression" &&
      isNode(node.callee) &&
      /^(Type|Range|Syntax|Start)?Error$/.test(String(node.callee.name))
    )
      return false;
    if (type === "BinaryExpression" && /^[=!]==$/.test(String(node.operator))) return false;
    if (type === "SwitchCase") walk(node.consequent, () => true);
    if (type === "TaggedTemplateExpression") return false;
    if (
      type === "Literal" &&
      typeof value === "string" &&
      isProse(value) &&
      !isName(value) &&
      !keys.has(node)
    )
      add(value, node);
    if (type === "TemplateLiteral" && Array.isArray(node.quasis)) {
      // Of a mail in HTML what stands between its tags.
      const words = node.quasis
        .map((quasi) => String(quasi.value.cooked))
        .join("…")
        .replace(/<style>.*?<\/style>|<[^>]*>/gs, " ");
      if (isProse(words) || (/^\p{Lu}\p{Ll}+[ ,:]|\p{L}{2,} \p{L}{2,}/u.test(words) && !isCode(words)))
        add(words, node);
    }
    return true;
  };
  walk(syntaxOf(path, source), visit);
  return found;
}

/**
 * Where `t` or `<Rich>` runs as a module is loaded: nobody reads yet, and what it says stays English for everybody.
 * @throws SyntaxError
 */
export function saidTooEarly(path: string, source: string): Untranslated[] {
  const found: Untranslated[] = [];
  walk(syntaxOf(path, source), (node) => {
    // What stands in a function, or in a field of what a class makes, waits until then.
    if (/Function/.test(node.type) || (node.type === "PropertyDefinition" && !node.static)) return false;
    const { callee } = node;
    const isMark = isNode(callee) && callee.name === "msg";
    const text = isMark ? undefined : givenText(node);
    if (text !== undefined) found.push({ text: source.slice(node.start, node.start + 60), at: node.start });
    return true;
  });
  return found;
}

/** The constants of a module that `msg` marks, with their texts. */
export function markedConstants(path: string, source: string): [name: string, text: string][] {
  const found: [string, string][] = [];
  walk(syntaxOf(path, source), ({ type, id, init }) => {
    if (type === "VariableDeclarator" && isNode(id) && isNode(init) && isNode(init.callee))
      for (const text of init.callee.name === "msg" ? literalsOf(givenText(init)) : [])
        found.push([String(id.name), text]);
    return true;
  });
  return found;
}

/**
 * Where `t` gives a text's places no values, or values that it has no place for, as far as the source shows both.
 * @param constants those that `msg` marks, by name: of several with one name one must fit
 */
export function unmatchedValues(
  path: string,
  source: string,
  constants: ReadonlyMap<string, readonly string[]>,
): Untranslated[] {
  const found: Untranslated[] = [];
  walk(syntaxOf(path, source), ({ type, start, callee, arguments: given }) => {
    if (type !== "CallExpression" || !isNode(callee) || callee.name !== "t" || !Array.isArray(given))
      return true;
    const [text, values] = given;
    const names = values === undefined ? [] : namesOf(values);
    if (!isNode(text) || !names) return true;
    const constant = isNode(text.property) ? text.property.name : text.name;
    const texts = constant === undefined ? literalsOf(text) : (constants.get(String(constant)) ?? []);
    const fits = (one: string) => isEqual(placesOf(parse(withoutContext(one))), names);
    // Of the two sides of a condition each may need what the other doesn't.
    const all = texts.flatMap((one) => placesOf(parse(withoutContext(one))));
    const isFine = texts.some(fits) || (constant === undefined && texts.length > 1 && isEqual(all, names));
    if (texts[0] !== undefined && !isFine) found.push({ text: texts[0], at: start });
    return true;
  });
  return found;
}

/** The names of an object's properties; undefined where it isn't written out. */
function namesOf(node: unknown): string[] | undefined {
  if (!isNode(node) || node.type !== "ObjectExpression" || !Array.isArray(node.properties)) return undefined;
  const keys = node.properties.map(({ key }) => key?.name ?? key?.value);
  return keys.every((key) => typeof key === "string") ? keys : undefined;
}

/** The names of the places for values, those by which a text chooses among forms included. */
function placesOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.argument || element.type === TYPE.number) return [element.value];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return [element.value, ...Object.values(element.options).flatMap(({ value }) => placesOf(value))];
  });
}

const isEqual = (some: string[], others: string[]) =>
  some.every((name) => others.includes(name)) && others.every((name) => some.includes(name));

/** What is wrong with how a language says a text; undefined for nothing. */
export function faultOf(language: string, text: string, said: string): string | undefined {
  if (said.trim() === "") return "isn't said";
  let [english, theirs]: MessageFormatElement[][] = [[], []];
  try {
    english = parse(withoutContext(text));
    theirs = parse(said);
  } catch (error) {
    return `is no ICU MessageFormat (${error instanceof Error ? error.message : error})`;
  }
  const { success, error } = isStructurallySame(withoutForms(english), withoutForms(theirs));
  if (!success) return `has other places for values: ${error?.message}`;
  return pluralFault(language, theirs);
}

/** Plural forms differ from language to language: the places within count, not the forms. */
function withoutForms(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element): MessageFormatElement[] => {
    if (element.type !== TYPE.plural) return [element];
    const { other } = element.options;
    return [{ ...element, options: other ? { other } : {} }];
  });
}

function pluralFault(language: string, elements: MessageFormatElement[]): string | undefined {
  for (const element of elements) {
    if (element.type === TYPE.plural) {
      const type = element.pluralType ?? "cardinal";
      // `many` of the Romance languages is for millions, which nothing here counts.
      const wanted = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
      const needed = wanted.filter((form) => form !== "many" || wanted.length > 3);
      const missing = needed.filter((form) => !(form in element.options));
      const unknown = Object.keys(element.options).filter(
        (form) => !form.startsWith("=") && !wanted.some((known) => known === form),
      );
      if (missing.length > 0) return `lacks the plural form ${missing.join(", ")}`;
      if (unknown.length > 0) return `has a plural form that the language hasn't: ${unknown.join(", ")}`;
    }
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const { value } of Object.values(element.options)) {
        const fault = pluralFault(language, value);
        if (fault) return fault;
      }
    }
  }
  return undefined;
}

const root = join(import.meta.dirname, "..");
const lineOf = (source: string, at: number) => source.slice(0, at).split("\n").length;
const isTest = (path: string) => /\.(test|journey)\.tsx?$/.test(path);

/** All modules that say something, with their sources. */
async function* speakingModules(): AsyncGenerator<[path: string, source: string]> {
  for await (const path of glob("{app,server}/**/*.{ts,tsx}", { cwd: root })) {
    if (isTest(path)) continue;
    const source = readFileSync(join(root, path), "utf8");
    if (/\b(t|msg)\(|<Rich\b/.test(source)) yield [path, source];
  }
}

/** Every text of the project, as its key is in `languages/`. */
export async function allTexts(): Promise<string[]> {
  const texts = new Set<string>();
  for await (const [path, source] of speakingModules())
    for (const { text } of sourceTexts(path, source)) texts.add(text);
  return [...texts];
}

/** Checks the whole project. @returns complaints, a line each */
async function check(isWriting: boolean): Promise<string[]> {
  const complaints: string[] = [];
  const texts = new Map<string, string>();
  const constants = new Map<string, string[]>();
  for await (const [path, source] of speakingModules())
    for (const [name, text] of markedConstants(path, source))
      constants.set(name, [...(constants.get(name) ?? []), text]);
  for await (const [path, source] of speakingModules()) {
    for (const { text, at } of unmatchedValues(path, source, constants))
      complaints.push(`${path}:${lineOf(source, at)}: other values than places: "${text}"`);
    for (const { text, at } of sourceTexts(path, source)) texts.set(text, `${path}:${lineOf(source, at)}`);
    for (const { text, at } of saidTooEarly(path, source))
      complaints.push(
        `${path}:${lineOf(source, at)}: said as the module is loaded, mark it with msg(): ${text}`,
      );
  }
  for await (const path of glob(translated, { cwd: root })) {
    if (isTest(path)) continue;
    const source = readFileSync(join(root, path), "utf8");
    for (const { text, at } of untranslated(path, source))
      complaints.push(`${path}:${lineOf(source, at)}: not said by t(): "${text}"`);
  }
  for (const [text, place] of texts) {
    const fault = faultOf(sourceLanguage, text, withoutContext(text));
    if (fault) complaints.push(`${place}: "${text}" ${fault}`);
  }
  for (const language of Object.keys(languages).filter(isLanguage)) {
    if (language === sourceLanguage) continue;
    const file = join(root, "languages", `${language}.json`);
    const said = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
    for (const text of Object.keys(said))
      if (!texts.has(text)) complaints.push(`languages/${language}.json: nothing says "${text}"`);
    for (const [text, place] of texts) {
      const fault = faultOf(language, text, said[text] ?? "");
      if (fault) complaints.push(`languages/${language}.json: "${text}" (${place}) ${fault}`);
    }
    if (isWriting) {
      const all = [...texts.keys()].sort().map((text) => [text, said[text] ?? ""]);
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    }
  }
  return complaints;
}

if (import.meta.main) {
  const complaints = await check(process.argv.includes("--write"));
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
  if (complaints.length > 0) process.exitCode = 1;
}
