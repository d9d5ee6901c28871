import jsQR from "jsqr";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { expect, test } from "vitest";
import { qrCode } from "#server/qr-code.ts";
import { QrPicture } from "./qr-picture.tsx";

/** What a camera reads from the picture, at so many pixels a side. */
async function readAt(svg: string, pixels: number): Promise<string | undefined> {
  const picture = sharp(Buffer.from(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')), {
    density: 300,
  });
  const { data, info } = await picture
    .resize(pixels)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(Uint8ClampedArray.from(data), info.width, info.height)?.data;
}

test.each([
  "https://handbill.example/artist/nova?utm_source=print",
  "http://localhost:3000/artist/the-extraordinarily-long-named-orchestra-of-the-northern-sea?utm_source=print",
  `https://handbill.example/artist/${encodeURIComponent("東京事変とその仲間たち")}?utm_source=print`,
])("the drawn code leads to %s, with and without the search for the best pattern", async (address) => {
  for (const isQuick of [false, true]) {
    const svg = renderToStaticMarkup(<QrPicture qr={qrCode(address, { isQuick })} label="Code" />);
    expect(await readAt(svg, 200)).toBe(address);
    expect(await readAt(svg, 1200)).toBe(address);
  }
});

test("four light modules surround the code", () => {
  const { dark, size } = qrCode("https://handbill.example");
  const edge = [
    ...dark.slice(0, 4),
    ...dark.slice(-4),
    ...dark.map((row) => [...row.slice(0, 4), ...row.slice(-4)]),
  ];
  expect(edge.flat()).not.toContain(true);
  expect(dark[4]?.[4]).toBe(true);
  expect(dark).toHaveLength(size);
});

test("a code beside its own address is no picture to a screen reader", () => {
  const qr = qrCode("https://handbill.example");
  expect(renderToStaticMarkup(<QrPicture qr={qr} label="" />)).toContain('aria-hidden="true"');
  expect(renderToStaticMarkup(<QrPicture qr={qr} label="Code" />)).toContain('aria-label="Code"');
});
