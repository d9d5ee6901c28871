import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Node, Renderer } from "@takumi-rs/core";
import sharp from "sharp";
import { frame } from "./film.ts";

const size = { width: 1200, height: 630 };
const margin = 48;
const measure = size.width - 2 * margin;
const font = import.meta.resolve("@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2");

/**
 * The poster at the size that chats and networks show beside an address, each line set to the full measure as on the
 * page itself. @returns a JPEG
 */
export async function drawCard(): Promise<Buffer> {
  const renderer = new Renderer();
  await renderer.registerFont({ name: "Archivo", data: await readFile(fileURLToPath(font)) });
  const node: Node = {
    type: "container",
    style: {
      ...size,
      position: "relative",
      display: "flex",
      flexDirection: "column",
      padding: `${margin - 6}px ${margin}px`,
      color: "#171713",
      fontFamily: "Archivo",
      fontWeight: 900,
    },
    children: [
      { type: "image", src: "behind", style: { ...size, position: "absolute", top: 0, left: 0 } },
      line("YOUR MUSIC,", { fontStretch: "62%", fontSize: measure / 4.87, marginBottom: 34 }),
      line("YOUR STORY,", { fontStretch: "62%", fontSize: measure / 4.76 }),
      {
        type: "container",
        style: {
          position: "relative",
          display: "flex",
          justifyContent: "center",
          marginTop: 52,
          padding: "25px 0",
          backgroundColor: "#171713",
          color: "#ffd21f",
        },
        children: [line("ALL IN ONE PLACE", { fontStretch: "125%", fontSize: measure / 12.6 })],
      },
    ],
  };
  const image = await renderer.render(node, {
    ...size,
    format: "png",
    images: [{ src: "behind", data: await behind() }],
  });
  return sharp(image).jpeg({ quality: 84, mozjpeg: true }).toBuffer();
}

function line(text: string, style: Record<string, string | number>): Node {
  return {
    type: "text",
    text,
    style: { position: "relative", lineHeight: 0.74, whiteSpace: "nowrap", ...style },
  };
}

/** The film's first frame, printed in the two colours that the page gives it by day. */
async function behind(): Promise<Buffer> {
  const [base, gain] = [
    [0xf2, 0xa9, 0x00],
    [0x0d, 0x29, 0x1f],
  ] as const;
  return sharp(Buffer.from(frame(0, size)))
    .flatten()
    .removeAlpha()
    .toColourspace("srgb")
    .linear(
      gain.map((value) => value / 255),
      [...base],
    )
    .png()
    .toBuffer();
}
