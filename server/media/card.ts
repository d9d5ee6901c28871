import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ImageSource, type Node, Renderer } from "@takumi-rs/core";
import { scriptFontsFor } from "./script-fonts.ts";

/** The picture that chats and networks show beside a link: 1200 x 630. */
export interface Card {
  name: string;
  /** Under the name; null for none. */
  line: string | null;
  /** Where the page is, as people write it. */
  address: string;
  /** A package of @fontsource-variable, or of @fontsource for a font of single weights, such as `poppins`. */
  font: string;
  /** CSS colours. */
  colours: { canvas: string; foreground: string; muted: string; accent: string };
  /** WebP, JPEG or PNG; or an SVG of the shape of `cardCover`, which is stretched to it. */
  cover: Uint8Array;
  /** WebP, JPEG or PNG. */
  avatar: Uint8Array | null;
  /** A square cover of music: stands large beside the words, instead of the other two. */
  sleeve: Uint8Array | null;
}

const width = 1200;
const height = 630;
/** The cover's part of the card. */
export const cardCover = { width, height: 380 };
/** Between the same margins at its top and bottom. */
const sleeveSize = height - 2 * 56;
const singleWeights = ["poppins", "lato"];
const renderer = new Renderer({ cacheMaxBytes: 0 });
const families = new Map<string, Promise<void>>();

/** Draws the card. @returns a JPEG */
export async function drawCard(card: Card): Promise<Buffer> {
  const { name, line, address, font, colours, cover, avatar, sleeve } = card;
  const images: ImageSource[] = [];
  const image = (src: string, data: Uint8Array, style: Record<string, string | number>): Node => {
    images.push({ src, data });
    return { type: "image", src, style };
  };
  const scripts = new Map<string, Awaited<ReturnType<typeof scriptFontsFor>>>();
  for (const content of [name, line ?? "", address]) scripts.set(content, await scriptFontsFor(content));
  /** A text in a script that no font here has is better left to the pictures than set in boxes. */
  const text = (content: string, style: Record<string, string | number>): Node[] =>
    scripts.get(content)?.unwritable ? [] : [{ type: "text", text: content, style }];

  const frame = { position: "absolute", top: 0, left: 0, ...cardCover } as const;
  const top = image("cover", cover, { ...frame, objectFit: "cover" });
  const node: Node = {
    type: "container",
    style: {
      display: "flex",
      width,
      height,
      position: "relative",
      backgroundColor: colours.canvas,
      color: colours.foreground,
    },
    children: [
      top,
      {
        type: "container",
        style: {
          position: "absolute",
          top: 160,
          left: 0,
          width,
          height: 220,
          backgroundImage: `linear-gradient(to bottom, transparent, ${colours.canvas})`,
        },
      },
      {
        type: "container",
        style: {
          position: "absolute",
          bottom: 56,
          left: 64,
          width: width - 128,
          display: "flex",
          alignItems: sleeve ? "center" : "flex-end",
          gap: 40,
        },
        children: [
          ...(sleeve
            ? [
                image("sleeve", sleeve, {
                  width: sleeveSize,
                  height: sleeveSize,
                  borderRadius: 16,
                  objectFit: "cover",
                  flexShrink: 0,
                }),
              ]
            : []),
          ...(avatar
            ? [
                image("avatar", avatar, {
                  width: 220,
                  height: 220,
                  borderRadius: 110,
                  border: `8px solid ${colours.canvas}`,
                  objectFit: "cover",
                  flexShrink: 0,
                }),
              ]
            : []),
          {
            type: "container",
            style: { display: "flex", flexDirection: "column", gap: 12, flexGrow: 1, minWidth: 0 },
            children: [
              ...text(name, {
                fontSize: Math.round(sizeOf(name) * (sleeve ? 0.7 : 1)),
                fontWeight: 800,
                letterSpacing: "-0.02em",
                lineHeight: 1.02,
                lineClamp: 3,
                overflowWrap: "anywhere",
              }),
              ...(line ? text(line, { fontSize: 34, color: colours.muted, lineClamp: 1 }) : []),
              ...text(address, { fontSize: 28, fontWeight: 700, color: colours.accent, lineClamp: 1 }),
            ],
          },
        ],
      },
    ],
  };
  const parts = [...scripts.values()].flatMap((script) => script.parts);
  const fontFamilies = await Promise.all([
    familyOf(font, () => registerSubsets(font)),
    familyOf("inter", () => registerSubsets("inter")),
    ...parts.map(({ name, file }) => familyOf(name, () => registerFile(name, file))),
  ]);
  return renderer.render(node, { width, height, format: "jpeg", quality: 86, images, fontFamilies });
}

/** The least that Apple's directory of podcasts takes. */
const podcastSide = 1400;

/**
 * Draws a square picture as podcast apps take one.
 * @param picture WebP, JPEG or PNG; or a square SVG
 * @returns a JPEG
 */
export function drawPodcastCover(picture: Uint8Array): Promise<Buffer> {
  const size = { width: podcastSide, height: podcastSide };
  const node = { type: "image", src: "picture", style: { ...size, objectFit: "cover" } } as const;
  return renderer.render(node, {
    ...size,
    format: "jpeg",
    quality: 86,
    images: [{ src: "picture", data: picture }],
  });
}

/** Pixels: as large as three lines allow. */
function sizeOf(name: string): number {
  const { length } = [...name];
  return length <= 14 ? 112 : length <= 26 ? 88 : length <= 50 ? 64 : 48;
}

/** Registers a font once in the process. @returns the name it has there */
async function familyOf(name: string, register: () => Promise<void>): Promise<string> {
  const known = families.get(name) ?? register();
  families.set(name, known);
  await known;
  return name;
}

async function registerSubsets(font: string): Promise<void> {
  for (const subset of ["latin", "latin-ext", "vietnamese", "cyrillic", "greek"]) {
    const data = await readFile(fileOf(font, subset)).catch(() => null);
    if (data) await renderer.registerFont({ name: font, data });
  }
}

async function registerFile(name: string, file: string): Promise<void> {
  await renderer.registerFont({ name, data: await readFile(file) });
}

function fileOf(font: string, subset: string): string {
  const specifier = singleWeights.includes(font)
    ? `@fontsource/${font}/files/${font}-${subset}-700-normal.woff2`
    : `@fontsource-variable/${font}/files/${font}-${subset}-wght-normal.woff2`;
  return fileURLToPath(import.meta.resolve(specifier));
}
