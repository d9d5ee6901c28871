import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { largestAddress, variantAddress } from "../../app/shared/picture.ts";
import { encodeImage } from "../../server/media/images.ts";

// Makes the smaller sizes of the demo artist's pictures, and writes down what her page must know of each: `node
// demo/generators/sizes.ts`, whenever a picture has changed. They are kept, because making them would cost a first
// start several seconds. The few that `app/pages/sample-content.ts` shows without a demo artist go to `public/sample`.
// Those of the landing page's pictures, beside them in `public/landing`, are made anew as well.

const pictures = join(import.meta.dirname, "..", "pictures");
const sizes = join(import.meta.dirname, "..", "sizes");
const sample = join(import.meta.dirname, "..", "..", "public", "sample");
const landing = join(import.meta.dirname, "..", "..", "public", "landing");

await rm(sizes, { recursive: true, force: true });
await mkdir(sizes);
const facts: Record<string, object> = {};
for (const file of (await readdir(pictures)).filter((name) => name.endsWith(".webp")).sort()) {
  const source = await readFile(join(pictures, file));
  const { width, height, widths, colour, variants } = await encodeImage(source);
  const madeFrom = createHash("sha256").update(source).digest("hex");
  facts[file] = { width, height, widths, colour, madeFrom };
  for (const { width, bytes } of variants) await writeFile(join(sizes, variantAddress(file, width)), bytes);
}
await writeFile(join(sizes, "facts.json"), `${JSON.stringify(facts, null, 2)}\n`);

for (const file of await readdir(sample)) {
  const isSmaller = /-\d+w\.webp$/.test(file);
  const { width } = await sharp(await readFile(join(sample, file))).metadata();
  await copyFile(join(sizes, isSmaller ? file : variantAddress(file, width)), join(sample, file));
}

for (const file of (await readdir(landing)).filter((name) => largestAddress(name) !== name)) {
  const { variants } = await encodeImage(join(landing, largestAddress(file)));
  const same = variants.find(({ width }) => variantAddress(largestAddress(file), width) === file);
  if (same) await writeFile(join(landing, file), same.bytes);
}
