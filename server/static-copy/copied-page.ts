import { createHash } from "node:crypto";
import { type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
type Child = DefaultTreeAdapterTypes.ChildNode;

/** Where a copy has what the site has at its addresses. Names are relative to the copy's root. */
export interface CopyNames {
  /** Of a page, a calendar or a feed of the artist; undefined for what the copy hasn't got. */
  page(url: URL): string | undefined;
  /** Of a stored file, by its address `/uploads/…`; undefined for what the copy hasn't got. */
  stored(address: string): string | undefined;
  /** Of a file that the site itself brings along, by its path; undefined for what is no such file. */
  asset(path: string): string | undefined;
}

/** What a page needs beside itself. */
export interface Needs {
  /** Addresses of pages of the artist, absolute, without what stands behind the hash. */
  pages: Set<string>;
  /** Addresses of stored files. */
  stored: Set<string>;
  /** Paths of the site's own files. */
  assets: Set<string>;
  /** Style sheets and scripts as the page has them, by their names. */
  texts: Map<string, string>;
  /** All characters of the page's texts. */
  characters: Set<string>;
}

interface CopiedPage {
  /** The page's address on the site, and its name in the copy. */
  url: URL;
  name: string;
  names: CopyNames;
  needs: Needs;
  /** Whether it is for the web: with the smaller sizes of pictures, and with what search engines read. */
  isForWeb: boolean;
}

/** What only works with the site's own scripts, with a session, or with the site itself. */
const useless = [
  (element: Element) => element.tagName === "dialog",
  (element: Element) => element.tagName === "nav" && attribute(element, "aria-label") === "Account",
  (element: Element) => ["share", "copy"].includes(attribute(element, "data-header-action") ?? ""),
  (element: Element) => attribute(element, "name") === "handbill:counts-for",
  (element: Element) =>
    element.tagName === "link" && /^(preload|manifest)$/.test(attribute(element, "rel") ?? ""),
  (element: Element) => classesOf(element).includes("needs-script") && !isOfPlayer(element),
  (element: Element) => ["shuffle", "repeat", "mute"].includes(attribute(element, "data-player") ?? ""),
  (element: Element) => classesOf(element).includes("player-volume"),
];
const isOfPlayer = (element: Element) =>
  ["data-play", "data-play-first"].some((name) => attribute(element, name) !== undefined);

/**
 * A page of the site as a file that works beside its other files, from a disk too: addresses lead to these, or to the site;
 * a form is a link to itself on the site; style sheets are files of their own.
 * @param html as visitors get it
 * @param page collects in `needs` what the page needs beside itself
 */
export function copiedPage(html: string, page: CopiedPage): string {
  // As a browser without script reads it, so that what it would show is elements.
  const options = { scriptingEnabled: false };
  const document = parse(html, options);
  walk(document, page);
  return serialize(document, options);
}

function walk(node: Node, page: CopiedPage): void {
  if (node.nodeName === "#text" && "value" in node) {
    for (const character of node.value) page.needs.characters.add(character);
  }
  if (!("childNodes" in node)) return;
  node.childNodes = node.childNodes.flatMap((child): Child[] => {
    if (!("tagName" in child)) return [child];
    if (useless.some((is) => is(child))) return [];
    if (child.tagName === "form") return [linkTo(child, page)];
    if (child.tagName === "style") return styleLinks(child, page);
    if (child.tagName === "script") return page.isForWeb || isPlayer(child) ? [scriptLink(child, page)] : [];
    rewrite(child, page);
    return [child];
  });
  // A script's text is no text of the page's.
  for (const child of node.childNodes) if (child.nodeName !== "script") walk(child, page);
}

/** The form's own place on the site. */
function linkTo(form: Element, { url }: CopiedPage): Element {
  const target = new URL(attribute(form, "action") ?? url.href, url);
  const label = attribute(form, "aria-label") ?? "Form";
  const hash = sectionOf(form);
  if (hash) target.hash = hash;
  const link = elementOf("a", [
    { name: "class", value: "underline font-semibold" },
    { name: "href", value: target.href },
  ]);
  link.childNodes.push({ nodeName: "#text", value: `${label} (on ${url.host})`, parentNode: link });
  return link;
}

function sectionOf(element: Element): string | undefined {
  for (let at = element.parentNode; at && "tagName" in at; at = at.parentNode) {
    const id = attribute(at, "id");
    if (at.tagName === "section" && id) return id;
  }
  return undefined;
}

/** The fonts come apart: pages of other kinds have the same. */
function styleLinks(style: Element, page: CopiedPage): Element[] {
  const face = /@font-face\s*\{[^}]*\}/g;
  const text = textOf(style);
  return [(text.match(face) ?? []).join(""), text.replaceAll(face, "")]
    .filter((part) => part !== "")
    .map((part) =>
      elementOf("link", [
        { name: "rel", value: "stylesheet" },
        { name: "href", value: shared(part, "css", page) },
      ]),
    );
}

const isPlayer = (script: Element) => attribute(script, "type") === undefined;

/** The player is a classic script in a file of its own: no page on a disk may load a module. */
function scriptLink(script: Element, page: CopiedPage): Element {
  if (!isPlayer(script)) return script;
  return elementOf("script", [{ name: "src", value: shared(textOf(script), "js", page) }]);
}

/** The address of a file with this text, which other pages have as well. */
function shared(text: string, extension: string, { name, needs }: CopiedPage): string {
  const file = `assets/${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${extension}`;
  needs.texts.set(file, text);
  return fromTo(name, file);
}

function elementOf(tagName: string, attrs: Element["attrs"]): Element {
  const [element] = parseFragment(`<${tagName}></${tagName}>`).childNodes;
  if (!element || !("tagName" in element)) throw new TypeError(`${tagName} is no element.`);
  return { ...element, attrs };
}

function textOf(element: Element): string {
  return element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

/** The attributes that hold an address, and those that hold several with a size behind each. */
const addressed = new Set(["href", "src", "poster", "data-src"]);
const sized = new Set(["srcset", "data-artwork"]);

function rewrite(element: Element, page: CopiedPage): void {
  if (!page.isForWeb) {
    element.attrs = element.attrs.filter(({ name }) => !sized.has(name) && name !== "sizes");
  }
  for (const one of element.attrs) {
    const { name, value } = one;
    if (addressed.has(name)) one.value = addressIn(value, element, page);
    if (sized.has(name)) {
      one.value = value
        .split(", ")
        .map((choice) => {
          const [address = "", ...size] = choice.split(" ");
          return [addressIn(address, element, page), ...size].join(" ");
        })
        .join(", ");
    }
    if (name === "style") {
      one.value = value.replace(/url\("?([^")]+)"?\)/g, (_, address: string) => {
        return `url("${addressIn(address, element, page)}")`;
      });
    }
  }
  sayWhen(element);
}

/** The day in the place of '3 days ago', which would soon be wrong. */
function sayWhen(element: Element): void {
  const at = attribute(element, "datetime");
  if (attribute(element, "data-age") === undefined || !at) return;
  element.childNodes = [{ nodeName: "#text", value: at.slice(0, 10), parentNode: element }];
}

/** An address as the copy's page has it. Canonical addresses, and those of other sites, stay as they are. */
function addressIn(value: string, element: Element, { url, name, names, needs }: CopiedPage): string {
  if (value.startsWith("#") || !URL.canParse(value, url)) return value;
  const target = new URL(value, url);
  if (target.origin !== url.origin || attribute(element, "rel") === "canonical") return value;
  const { hash, pathname } = target;
  if (pathname.startsWith("/uploads/")) {
    const file = names.stored(pathname);
    if (file === undefined) return target.href;
    needs.stored.add(pathname);
    return fromTo(name, file);
  }
  const file = names.page(target);
  if (file !== undefined) {
    target.hash = "";
    needs.pages.add(target.href);
    return fromTo(name, file) + hash;
  }
  const asset = names.asset(pathname);
  if (asset !== undefined) {
    needs.assets.add(pathname);
    return fromTo(name, asset);
  }
  return target.href;
}

/** The relative address of one file of the copy in another. */
function fromTo(from: string, to: string): string {
  return "../".repeat(from.split("/").length - 1) + to;
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function classesOf(element: Element): string[] {
  return attribute(element, "class")?.split(" ") ?? [];
}
