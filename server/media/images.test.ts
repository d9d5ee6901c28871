import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { srcSet, widthsBelow } from "../../app/shared/picture.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { encodeImage, encodeOriginal, storeImage } from "./images.ts";

const userId = "8a5f5c3e-0000-4000-8000-000000000001";

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-images-"));
  storage = await openStorage({ dataDir: folder });
});
afterAll(() => rm(folder, { recursive: true }));

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Red on the left, blue on the right. */
const twoHalves = (width: number, height: number) =>
  plain(width, height, "#ff0000").composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: "#0000ff" } },
      gravity: "east",
    },
  ]);

/** The colour at a place, given as parts of the width and height. */
async function colourAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + info.channels)];
}

/** Within what compression does to a colour. */
function expectColour(actual: number[], expected: number[]) {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) {
    expect(Math.abs((actual[index] ?? Number.NaN) - value), `${actual}, not ${expected}`).toBeLessThan(12);
  }
}

describe("what pictures are cut from", () => {
  test("is the whole picture, upright and at most 4096 pixels wide, without its metadata", async () => {
    const side = await twoHalves(5000, 1000).png().toBuffer();
    const lying = await sharp(side)
      .rotate(270)
      .withExif({ IFD0: { Artist: "Somebody" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const original = await encodeOriginal(lying);
    const facts = await sharp(original).metadata();
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(["webp", 4096, 819, undefined]);
    expectColour(await colourAt(original, 0.1, 0.5), [255, 0, 0]);
    expectColour(await colourAt(original, 0.9, 0.5), [0, 0, 255]);
    expect(Buffer.from(original).includes("Somebody")).toBe(false);
    // As from an archive.
    expect(Buffer.from(await encodeOriginal(original)).equals(original)).toBe(true);
  });

  test("is no picture that isn't one", async () => {
    await expect(encodeOriginal(Buffer.from("<svg/>"))).rejects.toMatchObject({ kind: "invalid" });
  });
});

describe("a stored picture", () => {
  test("is WebP in every size a page needs, under the addresses the page asks for", async () => {
    const picture = await storeImage(storage, {
      folder: "photos",
      userId,
      name: "a-photo",
      source: await plain(2400, 1500, "#336699").png().toBuffer(),
    });
    expect(picture).toEqual({
      src: `/uploads/photos/${userId}/a-photo.webp`,
      width: 1600,
      height: 1000,
      widths: [64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250],
      colour: "#336699",
      bytes: expect.any(Number),
    });
    const offered = srcSet(picture)?.split(", ") ?? [];
    expect(offered).toHaveLength(15);
    let stored = 0;
    for (const choice of offered) {
      const [address = "", width] = choice.split(" ");
      const path = address.replace("/uploads/", "");
      expect(await storage.head(path)).toMatchObject({ contentType: "image/webp" });
      const bytes = Buffer.concat(await (await storage.read(path)).toArray());
      const facts = await sharp(bytes).metadata();
      expect([facts.format, `${facts.width}w`]).toEqual(["webp", width]);
      stored += bytes.byteLength;
    }
    expect(picture.bytes).toBe(stored);
  });

  test("stays as it is when it comes again, as from an archive, unless something is in it beside its pixels", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
    const grainy = { width: 500, height: 400, channels: 3, background: "#336699", noise } as const;
    const photo = await sharp({ create: grainy }).png().toBuffer();
    const { largest } = await encodeImage(photo);
    const again = await encodeImage(largest);
    expect(Buffer.from(again.largest).equals(largest)).toBe(true);
    expect(again.variants).toHaveLength(widthsBelow(500).length);

    const withPlace = await sharp(largest)
      .withExif({ IFD0: { Artist: "Somebody" } })
      .webp()
      .toBuffer();
    const hiding = Buffer.concat([largest, Buffer.from("Somebody")]);
    for (const bytes of [withPlace, hiding]) {
      expect(Buffer.from((await encodeImage(bytes)).largest).includes("Somebody")).toBe(false);
    }
    const heavy = await sharp(photo).webp({ lossless: true }).toBuffer();
    expect((await encodeImage(heavy)).largest.byteLength).toBeLessThan(heavy.byteLength);
  });

  test("is one part of the picture where that is asked for, on white where it is see-through", async () => {
    const right = { x: 0.5, y: 0, width: 0.5, height: 1 };
    const frame = { width: 400, height: 400 };
    const part = await encodeImage(await twoHalves(1000, 500).png().toBuffer(), frame, right);
    expect(part).toMatchObject({ width: 400, height: 400 });
    for (const x of [0.05, 0.95]) expectColour(await colourAt(part.largest, x, 0.5), [0, 0, 255]);
    const clear = { create: { width: 30, height: 30, channels: 4, background: "#00000000" } } as const;
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    const onWhite = await encodeImage(await sharp(clear).png().toBuffer(), frame, whole);
    expectColour(await colourAt(onWhite.largest, 0.5, 0.5), [255, 255, 255]);
    // Fractions of a pixel never reach beyond the edge.
    const hair = { x: 0.999, y: 0.999, width: 0.001, height: 0.001 };
    expect(await encodeImage(await plain(30, 20, "#336699").png().toBuffer(), frame, hair)).toMatchObject({
      width: 400,
    });
  });

  test("is never larger than the uploaded one", async () => {
    const small = await encodeImage(await plain(640, 480, "#336699").png().toBuffer());
    expect(small).toMatchObject({ width: 640, height: 480, widths: widthsBelow(640) });
    const tiny = await encodeImage(await plain(64, 1, "#336699").png().toBuffer());
    expect(tiny).toMatchObject({ width: 64, height: 1, widths: [], variants: [] });
  });

  test("has the frame's size where there is one, and its middle", async () => {
    const wide = await encodeImage(await twoHalves(1000, 300).png().toBuffer(), { width: 400, height: 400 });
    expect(wide).toMatchObject({ width: 400, height: 400, widths: widthsBelow(400) });
    expectColour(await colourAt(wide.largest, 0.1, 0.5), [255, 0, 0]);
    expectColour(await colourAt(wide.largest, 0.9, 0.5), [0, 0, 255]);
    const small = await encodeImage(await plain(30, 20, "#336699").png().toBuffer(), {
      width: 40,
      height: 20,
    });
    expect(small).toMatchObject({ width: 40, height: 20 });
  });

  test("is no endless strip", async () => {
    const strip = await encodeImage(await plain(100, 20_000, "#336699").png().toBuffer());
    expect(strip).toMatchObject({ width: 16, height: 3200 });
  });

  test("stands upright", async () => {
    const lying = await twoHalves(600, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, largest } = await encodeImage(lying);
    expect([width, height]).toEqual([400, 600]);
    expectColour(await colourAt(largest, 0.5, 0.1), [255, 0, 0]);
    expectColour(await colourAt(largest, 0.5, 0.9), [0, 0, 255]);
  });

  test("keeps no author, place or equipment", async () => {
    const withMetadata = await plain(900, 600, "#336699")
      .withExif({
        IFD0: { Artist: "Somebody", Make: "A camera" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "55/1 58/1 30/1" },
      })
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>Somebody</x:xmpmeta>")
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    const before = await sharp(withMetadata).metadata();
    expect([before.exif, before.xmp, before.icc]).not.toContain(undefined);
    const { largest, variants } = await encodeImage(withMetadata);
    expect(variants).toHaveLength(widthsBelow(900).length);
    for (const bytes of [largest, ...variants.map(({ bytes }) => bytes)]) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined));
      expect(Buffer.from(bytes).includes("Somebody")).toBe(false);
    }
  });

  test("keeps its colours, whatever they were described in", async () => {
    const inks = await plain(200, 200, "#996655").toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(inks).metadata()).space).toBe("cmyk");
    expectColour(await colourAt((await encodeImage(inks)).largest, 0.5, 0.5), [0x99, 0x66, 0x55]);

    const wide = await plain(200, 200, "#dd2200").withIccProfile("p3").png().toBuffer();
    expectColour(await colourAt((await encodeImage(wide)).largest, 0.5, 0.5), [0xdd, 0x22, 0x00]);

    const grey = await encodeImage(await plain(200, 200, "#777777").toColourspace("b-w").png().toBuffer());
    expect(grey.colour).toBe("#777777");
  });

  test("stays see-through, and so does its place until it is here", async () => {
    const logo = await sharp({
      create: { width: 200, height: 200, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: "#00ff00" } } }])
      .png()
      .toBuffer();
    const { largest, colour } = await encodeImage(logo);
    expect((await colourAt(largest, 0.05, 0.05))[3]).toBe(0);
    expectColour(await colourAt(largest, 0.5, 0.5), [0, 255, 0, 255]);
    expect(colour).toBe("#00000000");
  });

  test("is the first frame of an animation", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((colour) => plain(60, 40, colour).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { width, height, largest } = await encodeImage(moving);
    expect([width, height]).toEqual([60, 40]);
    expectColour(await colourAt(largest, 0.5, 0.5), [255, 0, 0]);
  });

  test("is announced in its average colour", async () => {
    const { colour } = await encodeImage(await twoHalves(300, 200).png().toBuffer());
    expectColour([...Buffer.from(colour.slice(1), "hex")], [128, 0, 128]);
  });

  test("may come from a file, whatever that is called", async () => {
    const file = join(folder, "photo.txt");
    await writeFile(file, await plain(30, 20, "#336699").png().toBuffer());
    expect(await encodeImage(file)).toMatchObject({ width: 30, height: 20 });
  });
});

describe("a refused picture", () => {
  const notImage = { kind: "invalid", publicText: "Please select an image file" };
  const unreadable = {
    kind: "invalid",
    publicText: "Unable to read image file. Please try a different image.",
  };
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`);

  test.each<[string, () => Promise<Buffer> | Buffer, { kind: string; publicText: string }]>([
    ["a text", () => Buffer.from("Dear Ishbel, ".repeat(100)), notImage],
    ["a drawing that could read files", () => svg, notImage],
    ["a TIFF", () => plain(9, 9, "#fff").tiff().toBuffer(), notImage],
    ["an AVIF", () => plain(9, 9, "#fff").avif().toBuffer(), notImage],
    [
      "nothing",
      () => Buffer.alloc(0),
      { kind: "invalid", publicText: "Invalid file: File is empty or corrupted" },
    ],
    [
      "half a photo",
      async () => {
        const whole = await twoHalves(600, 400).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      unreadable,
    ],
    [
      "a header without a picture",
      async () => (await plain(9, 9, "#fff").png().toBuffer()).subarray(0, 20),
      unreadable,
    ],
    [
      "more than 10 MB",
      () => Buffer.alloc(10 * 1024 * 1024 + 1),
      { kind: "too-large", publicText: "Image must be smaller than 10MB" },
    ],
    [
      "a small file that unfolds to an enormous picture",
      () => plain(10_000, 5_001, "#fff").png().toBuffer(),
      {
        kind: "invalid",
        publicText: "Image has too many pixels. Please use one of 50 megapixels or fewer.",
      },
    ],
  ])("%s, with the reason", async (_, make, reason) => {
    const source = await make();
    await expect(encodeImage(source)).rejects.toMatchObject(reason);
  });

  test("does not hold up what comes after it", async () => {
    const good = await plain(30, 20, "#336699").png().toBuffer();
    const [bad, fine] = await Promise.allSettled([encodeImage(svg), encodeImage(good)]);
    expect([bad.status, fine.status]).toEqual(["rejected", "fulfilled"]);
  });

  test("leaves nothing in the store, and neither does a store that fails half-way", async () => {
    const name = "refused";
    const image = { folder: "photos", userId, name } as const;
    await expect(storeImage(storage, { ...image, source: svg })).rejects.toMatchObject(notImage);
    const failing: Storage = {
      ...storage,
      put: (path, ...rest) =>
        path.endsWith(`/${name}.webp`)
          ? Promise.reject(new Error("no space left"))
          : storage.put(path, ...rest),
    };
    const source = await plain(900, 600, "#336699").jpeg().toBuffer();
    await expect(storeImage(failing, { ...image, source })).rejects.toThrow("no space left");
    const left = [];
    for await (const { path } of storage.list(`photos/${userId}/`)) left.push(path);
    expect(left.filter((path) => path.includes(name))).toEqual([]);
  });
});
