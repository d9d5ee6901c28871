import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawCard } from "./card.ts";
import { filmSeconds, frame } from "./film.ts";
import type { Size } from "./sheet.ts";

// Renders the landing page's film, its stills and the picture that other sites show beside its address: `node
// demo/generators/film/render.ts [folder]`. It needs ffmpeg and takes some minutes; starting, building and testing
// Handbill don't, because the finished files are kept in `public/landing`.

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "..", "..", "public", "landing");
const framesPerSecond = 24;

/** What is lost by coding this coarsely can't be seen: the page prints the film in two colours that are close. */
const editions = [
  { name: "film", size: { width: 1280, height: 720 }, still: "still", coarseness: 35 },
  { name: "film-tall", size: { width: 432, height: 768 }, still: "still-tall", coarseness: 36 },
];

await mkdir(folder, { recursive: true });
for (const { name, size, still, coarseness } of editions) {
  for (const ending of ["webp", "avif"]) await renderStill(`${still}.${ending}`, 0, size);
  await renderFilm(`${name}.mp4`, size, coarseness);
}
await renderStill("wave.webp", 2.7, { width: 1280, height: 720 });
await writeFile(join(folder, "card.jpg"), await drawCard());

async function renderStill(file: string, time: number, size: Size): Promise<void> {
  const drawing = sharp(await pixels(time, size), { raw: { ...size, channels: 1 } });
  const coarsely = { quality: 20, effort: 6 };
  const coded = file.endsWith(".avif") ? drawing.avif(coarsely) : drawing.webp(coarsely);
  await coded.toFile(join(folder, file));
}

async function renderFilm(file: string, size: Size, coarseness: number): Promise<void> {
  const ffmpeg = spawn(
    "ffmpeg",
    [
      ...["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray"],
      ...["-s", `${size.width}x${size.height}`, "-r", String(framesPerSecond), "-i", "-"],
      ...["-vf", "scale=in_range=full:out_range=tv,format=yuv420p", "-color_range", "tv"],
      ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
      ...["-codec:v", "libx264", "-preset", "veryslow", "-tune", "animation", "-crf", String(coarseness)],
      ...["-bitexact", "-movflags", "+faststart", join(folder, file)],
    ],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  for (let count = 0; count < filmSeconds * framesPerSecond; count++) {
    if (!ffmpeg.stdin.write(await pixels(count / framesPerSecond, size))) await once(ffmpeg.stdin, "drain");
  }
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, "close");
  if (code !== 0) throw new Error(`ffmpeg could not write ${file}.`);
}

/** One byte a pixel, from black to white. */
function pixels(time: number, size: Size): Promise<Buffer> {
  return sharp(Buffer.from(frame(time, size)))
    .flatten()
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}
