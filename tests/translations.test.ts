import { describe, expect, test } from "vitest";
import { sourceTexts } from "../server/source-texts.ts";
import { faultOf, saidTooEarly, unmatchedValues, untranslated } from "./translations.ts";

const wordsIn = (source: string) => untranslated("a.tsx", source).map(({ text }) => text);
const textsIn = (source: string) => sourceTexts("a.tsx", source).map(({ text }) => text);

describe("a visible text that no t() says is found", () => {
  test.each([
    ["<p>Sign in</p>", ["Sign in"]],
    ["<p>{count} songs</p>", ["songs"]],
    ['<img alt="a cat" />', ["a cat"]],
    ['<button aria-label="close" />', ["close"]],
    ["<p>{isOn ? 'On air' : t('Off')}</p>", ["On air"]],
    ["const label = `Play $" + "{title} again`;", ["Play … again"]],
    ["throw new AppError('invalid', 'Please try again.');", ["Please try again."]],
    ["const titles = { a: 'About' };", ["About"]],
    ["<button pendingText='Saving...' />", ["Saving..."]],
    ["<BulkButton text='Delete' />", ["Delete"]],
  ])("%s", (source, texts) => {
    expect(wordsIn(source)).toEqual(texts);
  });

  test.each([
    "<p>{t('Sign in')}</p>",
    '<Rich text="Read the {terms}." parts={{ terms }} />',
    "const titles = { a: msg('About') };",
    "<p className='Grid Of things'>{name}</p>",
    "<p>–</p>",
    "throw new TypeError('It has no song.');",
    "if (event.key === 'Enter') play();",
    "const isFile = types.includes('Files');",
    "<kbd>Ctrl K</kbd>",
    "<input placeholder='https://' />",
    "log.error({ err }, `The figures could not be loaded`);",
    "throw new StartError('Another backup is being made.');",
    "import type { Song } from 'Song of the day';",
    "const rows = sql`Select the rows`;",
  ])("and nothing else: %s", (source) => {
    expect(wordsIn(source)).toEqual([]);
  });
});

describe("a text that is said as its module is loaded is found", () => {
  const early = (source: string) => saidTooEarly("a.tsx", source).map(({ at }) => source.slice(at, at + 8));

  test.each([
    ["const title = t('About');", ["t('About"]],
    ["const titles = { a: t('About'), b: [t('Back')] };", ["t('About", "t('Back'"]],
    ["const schema = z.string({ error: t('Give a name') });", ["t('Give "]],
    ["const terms = <Rich text='Read the {terms}.' parts={{}} />;", ["<Rich te"]],
    ["class Page { static title = t('About'); }", ["t('About"]],
  ])("%s", (source, found) => {
    expect(early(source)).toEqual(found.map((text) => expect.stringContaining(text)));
  });

  test.each([
    "const title = msg('About');",
    "const title = () => t('About');",
    "function Title({ text = t('About') }) { return <h1>{text}</h1>; }",
    "const schema = z.string({ error: () => t('Give a name') });",
    "class Page { title = t('About'); show() { return t('About'); } }",
    "const titles = { about() { return t('About'); } };",
  ])("and none that waits: %s", (source) => {
    expect(early(source)).toEqual([]);
  });
});

describe("a text whose places and values don't match is found", () => {
  const constants = new Map([
    ["tooMany", ["At most {limit}"]],
    ["saved", ["Saved", "Saved {name}"]],
  ]);
  const unmatched = (source: string) => unmatchedValues("a.tsx", source, constants).map(({ text }) => text);

  test.each([
    ["t('Made with {name}')", ["Made with {name}"]],
    ["t('Made with {name}', { title })", ["Made with {name}"]],
    ["t('Made', { name })", ["Made"]],
    ["t(tooMany)", ["At most {limit}"]],
    ["t(texts.tooMany, { most: 3 })", ["At most {limit}"]],
    ["t('{count, plural, one {{shown} song} other {{shown} songs}}', { count })", [expect.any(String)]],
  ])("%s", (source, found) => {
    expect(unmatched(source)).toEqual(found);
  });

  test.each([
    "t('Made with {name}', { name })",
    "t(isNew ? 'New {name}' : 'Old {age}', { name, age })",
    "t(tooMany, { limit: 3 }); t(texts.saved); t(saved, { name }); t(unknown)",
    "t('Made with {name}', values); t('Made with {name}', { ...values })",
    "t('{count, plural, one {# song} other {# songs}}', { count: 3 })",
  ])("and none that match: %s", (source) => {
    expect(unmatched(source)).toEqual([]);
  });
});

test("the texts that a module says are found, on both sides of a condition", () => {
  const source = `
    t("A {name}", { name }); t(isNew ? "B" : isOld ? "C" : d); const e = msg("E"); format("F"); t(known[key]);
    const g = <Rich text="G {h}" parts={{ h: <b>{t(\`I\`)}</b> }} />;`;
  expect(textsIn(source)).toEqual(["A {name}", "B", "C", "E", "G {h}", "I"]);
});

describe("a language says a text", () => {
  const songs = "{count, plural, one {# song} other {# songs}}";

  test.each([
    ["de", "Made with {name}", "Erstellt mit {name}"],
    ["de", songs, "{count, plural, one {# Lied} other {# Lieder}}"],
    ["fr", songs, "{count, plural, one {# chanson} other {# chansons}}"],
    ["ja", songs, "{count, plural, other {#曲}}"],
    ["ar", songs, "{count, plural, zero {a} one {b} two {c} few {#d} many {#e} other {#f}}"],
    ["ja", "{name} by {artist}", "{artist}の{name}"],
  ] as const)("well in %s: %s", (language, text, said) => {
    expect(faultOf(language, text, said)).toBeUndefined();
  });

  test.each([
    ["de", "Sign in", "", "isn't said"],
    ["de", "Made with {name}", "Erstellt mit {nam}", "other places"],
    ["de", "Made with {name}", "Erstellt", "other places"],
    ["de", "Made with {name}", "Erstellt mit {name", "no ICU MessageFormat"],
    ["de", songs, "{count, plural, other {# Lieder}}", "lacks the plural form one"],
    ["ar", songs, "{count, plural, one {b} other {#f}}", "lacks the plural form"],
    ["ja", songs, "{count, plural, one {#曲} other {#曲}}", "has a plural form that the language hasn't"],
  ] as const)("badly in %s: %s as %s", (language, text, said, fault) => {
    expect(faultOf(language, text, said)).toContain(fault);
  });
});
