import { expect, test } from "vitest";
import { type ColorTheme, colorThemes, defaultAppearance } from "~/artist-theme/appearance";
import { contrast, luminance, rgbOf } from "~/artist-theme/colour";
import {
  type Block,
  blockLimit,
  blocksOf,
  blocksSchema,
  linkAddressOf,
  partLimit,
  textOf,
  withText,
} from "./issue-document.ts";
import { type Card, heaviestMail, type IssueContent, issueMail } from "./issue-mail.ts";
import { looks, mailColours } from "./mail-look.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const picture = (name: string) => ({
  src: `/uploads/photos/me/${name}.webp`,
  width: 1600,
  height: 800,
  widths: [200, 400, 1000, 1250],
  colour: "#123456",
});
const card = (title: string, path: string): Card => ({ title, line: "Album", path, picture: picture(title) });

const content: IssueContent = {
  artistName: "Nova",
  portrait: picture("portrait"),
  title: "Tide & time",
  dir: "ltr",
  preheader: "The record is out",
  blocks: [
    { kind: "heading", words: [{ text: "It is out" }] },
    {
      kind: "paragraph",
      words: [
        { text: "Hello <b>you</b>,\nread " },
        { text: "all of it", bold: true, href: "https://example.org/a?b=1&c=2" },
        { text: " or https://example.org/more." },
      ],
    },
    { kind: "picture", id: id(1), alt: 'The "harbour"' },
    { kind: "release", id: id(2) },
    { kind: "show", id: id(3) },
    { kind: "track", id: id(9) },
    { kind: "paragraph", words: [{ text: " " }] },
  ],
  cards: new Map([
    [id(2), card("Tide", "/artist/nova/music/tide")],
    [
      id(3),
      { ...card("Harbour night", "/artist/nova/events#event-3"), line: "Friday · Leith", picture: null },
    ],
  ]),
  pictures: new Map([[id(1), picture("harbour")]]),
  look: "sheet",
  colours: mailColours("sheet", defaultAppearance),
  siteName: "Handbill",
  origin: "https://handbill.example",
};
const links = { page: "https://handbill.example/p", unsubscribe: "https://handbill.example/u" };

test("the text says all that the HTML says, with every address", () => {
  const { text } = issueMail(content, links);
  expect(text).toBe(`Tide & time

It is out
=========

Hello <b>you</b>,
read *all of it* (https://example.org/a?b=1&c=2) or https://example.org/more.

[Picture: The "harbour"]

Tide
Album
Listen: https://handbill.example/artist/nova/music/tide

Harbour night
Friday · Leith
See the date: https://handbill.example/artist/nova/events#event-3

-- 

You get this because you subscribed to letters from Nova.
Read it on the web: https://handbill.example/p
Unsubscribe: https://handbill.example/u`);
});

test("the HTML keeps to what mail programs can do", () => {
  const { html } = issueMail(content, links);
  expect(html).toContain("Hello &lt;b&gt;you&lt;/b&gt;,<br>");
  expect(html).toMatch(/<a href="https:\/\/example\.org\/a\?b=1&amp;c=2"[^>]*><b>all of it<\/b><\/a>/);
  expect(html).toMatch(/<a href="https:\/\/example\.org\/more"[^>]*>https:\/\/example\.org\/more<\/a>\./);
  // No program that shows WebP nowhere, no address without its host, no width from a style alone.
  const pictures = [...html.matchAll(/<img src="([^"]*)" width="(\d+)" height="(\d+)" alt="([^"]*)"/g)];
  expect(pictures.map(([, src, width, height, alt]) => [src, width, height, alt])).toEqual([
    ["https://handbill.example/mailed/photos/me/portrait-200w.jpg", "56", "56", ""],
    ["https://handbill.example/mailed/photos/me/harbour-1250w.jpg", "536", "268", "The &quot;harbour&quot;"],
    ["https://handbill.example/mailed/photos/me/Tide-200w.jpg", "88", "88", ""],
  ]);
  expect(html.match(/<img /g)).toHaveLength(3);
  expect(html).not.toMatch(/<script|<svg|<link|@import|url\(|javascript:|<div(?! style="display:none)/);
  for (const table of html.match(/<table[^>]*>/g) ?? []) expect(table).toContain('role="presentation"');
  expect(html).toContain("The record is out&#847;");
  expect(html).toContain("(prefers-color-scheme:dark)");
  expect(html).toContain("[data-ogsc]");
  expect(html).toContain("<!--[if mso]><table");
});

test("a letter without a title, as the editor shows it at first, has no empty heading", () => {
  expect(issueMail(content, links).html).toContain("<h1");
  expect(issueMail({ ...content, title: "" }, links).html).not.toContain("<h1");
});

test("a block whose track is gone leaves nothing behind", () => {
  const alone: IssueContent = { ...content, blocks: [{ kind: "track", id: id(9) }] };
  const { html, text } = issueMail(alone, links);
  expect(text).toMatch(/^Tide & time\n\n-- /);
  expect(html).not.toContain("Listen");
});

test.each(Object.keys(looks) as (keyof typeof looks)[])(
  "%s can be read in the light and in the dark",
  (look) => {
    for (const colorTheme of Object.keys(colorThemes) as ColorTheme[]) {
      const appearance = { ...defaultAppearance, colorTheme };
      const { light, dark } = mailColours(look, appearance);
      for (const colours of [light, dark]) {
        const over = (text: string, ground: string) =>
          contrast(luminance(rgbOf(text)), luminance(rgbOf(ground)));
        for (const text of [colours.text, colours.muted, colours.link])
          for (const ground of [colours.page, colours.paper, colours.sunken])
            expect(over(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        expect(over(colours.onFill, colours.fill)).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

test("the most blocks with the most words are less than Gmail cuts off", () => {
  const words = "Ångström & co. ".repeat(44);
  const blocks = Array.from(
    { length: 2 * partLimit },
    (_, at): Block =>
      at % 2 ? { kind: "release", id: id(at) } : { kind: "paragraph", words: [{ text: words, bold: true }] },
  );
  const long = `/artist/${"x".repeat(60)}/music/${"y".repeat(60)}`;
  const cards = new Map(blocks.map((_, at) => [id(at), card("A title of some length", long)]));
  expect(textOf(blocks).length).toBeGreaterThan(19_000);
  const { html } = issueMail({ ...content, blocks, cards }, links);
  expect(html.match(/>Listen</g)).toHaveLength(partLimit);
  expect(Buffer.byteLength(html)).toBeLessThan(heaviestMail);
});

test("what the editor sends is read strictly, and always written alike", () => {
  const block = (words: unknown) => blocksSchema.safeParse([{ kind: "paragraph", words }]).success;
  expect(block([{ text: "a", href: "https://example.org/" }])).toBe(true);
  expect(block([{ text: "a", href: "mailto:me@example.org" }])).toBe(true);
  for (const href of [
    "javascript:alert(1)",
    "data:text/html,x",
    "https://a@example.org/",
    "//example.org",
    "/x",
  ])
    expect(block([{ text: "a", href }]), href).toBe(false);
  expect(block([{ text: "a", style: "color:red" }])).toBe(false);
  expect(blocksSchema.safeParse([{ kind: "html", html: "<p>" }]).success).toBe(false);
  expect(blocksSchema.safeParse([{ kind: "track", id: "1 or 1=1" }]).success).toBe(false);
  // As PostgreSQL gives it back: it orders keys by their length.
  const shuffled = JSON.parse(
    '[{"words":[{"href":"https://example.org/","bold":true,"text":"a"}],"kind":"heading"}]',
  );
  expect(JSON.stringify(blocksSchema.parse(shuffled))).toBe(
    '[{"kind":"heading","words":[{"text":"a","bold":true,"href":"https://example.org/"}]}]',
  );
  expect(blocksSchema.parse([{ kind: "paragraph", words: [{ text: "a\u202eb\n\u0007c" }] }])).toEqual([
    { kind: "paragraph", words: [{ text: "ab\nc" }] },
  ]);
});

test("a typed address becomes a link, and nothing else does", () => {
  expect(linkAddressOf(" example.org/song ")).toBe("https://example.org/song");
  expect(linkAddressOf("me@example.org")).toBe("mailto:me@example.org");
  expect(linkAddressOf("HTTP://example.org")).toBe("http://example.org/");
  for (const typed of ["", "song", "javascript:alert(1)", "https://a:b@example.org", "ftp://example.org"])
    expect(linkAddressOf(typed), typed).toBeNull();
});

test("a text without blocks reads as it always has, and blocks can be written as one", () => {
  const body = "Hello,\nyou.\n\nIt is [here](https://example.org/song).";
  const blocks = blocksOf({ blocks: null, body });
  expect(blocks).toHaveLength(2);
  expect(textOf(blocks)).toBe(body);
  const { text } = issueMail({ ...content, blocks }, links);
  expect(text).toContain("Hello,\nyou.\n\nIt is here (https://example.org/song).");
});

test("a long letter of short lines weighs little, as before there were blocks", () => {
  const body = Array.from({ length: 400 }, (_, at) => `A line of a poem, by number ${at}`).join("\n\n");
  const { html } = issueMail({ ...content, blocks: blocksOf({ blocks: null, body }) }, links);
  expect(html).toContain("by number 399");
  expect(Buffer.byteLength(html)).toBeLessThan(heaviestMail / 2);
});

test("there may be many paragraphs, and not as many pictures", () => {
  const fits = (kind: "paragraph" | "picture", length: number) =>
    blocksSchema.safeParse(
      Array.from({ length }, (_, at) =>
        kind === "paragraph" ? { kind, words: [] } : { kind, id: id(at), alt: "" },
      ),
    ).success;
  expect([fits("paragraph", blockLimit), fits("paragraph", blockLimit + 1)]).toEqual([true, false]);
  expect([fits("picture", partLimit), fits("picture", partLimit + 1)]).toEqual([true, false]);
});

test("a text that is changed without the editor keeps the rest where it was", () => {
  const { blocks } = content;
  const written = textOf(blocks);
  expect(withText(blocks, `${written.replaceAll("\n", "\r\n")}\n`)).toEqual(blocks);
  const changed = withText(blocks, written.replace("It is out", "It was out"));
  expect(changed).toEqual([{ kind: "paragraph", words: [{ text: "It was out" }] }, ...blocks.slice(1, -1)]);
  expect(changed[1]).toBe(blocks[1]);
  expect(withText(blocks, "All anew").map(({ kind }) => kind)).toEqual([
    "paragraph",
    "picture",
    "release",
    "show",
    "track",
  ]);
});

test("a letter that is written from right to left has its pictures and buttons on the right", () => {
  const rightToLeft: IssueContent = { ...content, dir: "rtl" };
  expect(issueMail(rightToLeft, links).html).toMatch(/<table [^>]*dir="rtl" class="paper"/);
  expect(issueMail(rightToLeft, links).html).toContain('style="padding:14px 14px 14px 0"');
  expect(issueMail(content, links).html).toMatch(/<table [^>]*dir="ltr" class="paper"/);
  expect(issueMail(content, links).html).toContain('style="padding:14px 0 14px 14px"');
});
