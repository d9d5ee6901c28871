import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { loops, pictures, type Scene } from "./scenes.ts";
import { hash } from "./shading.ts";

// Renders the backgrounds that a new installation offers: `node demo/generators/backgrounds/render.ts [folder] [file …]`.
// It needs ffmpeg for the loops and takes some minutes; the finished files are kept in `public/backgrounds`.

const [folder = join(import.meta.dirname, "..", "..", "..", "public", "backgrounds"), ...only] =
  process.argv.slice(2);
/** The loops are soft: half of what they are shown in is enough to draw. */
const drawn = { width: 640, height: 360 };
const seconds = 10;
const framesPerSecond = 24;

interface Size {
  width: number;
  height: number;
}

await mkdir(folder, { recursive: true });
const isWanted = ({ file }: { file: string }) => only.length === 0 || only.includes(file);
for (const { file, scene } of pictures.filter(isWanted)) {
  const picture = await renderStill(file, scene, { width: 1920, height: 1200 });
  await picture
    .resize({ width: 480 })
    .webp({ quality: 55, effort: 6 })
    .toFile(join(folder, `${file}-480w.webp`));
}
for (const { file, scene } of loops.filter(isWanted)) {
  await renderStill(file, scene, { width: 1280, height: 720 });
  await renderLoop(file, scene);
}

async function renderStill(file: string, scene: Scene, size: Size): Promise<Sharp> {
  const picture = sharp(pixels(scene, size, 0), { raw: { ...size, channels: 3 } });
  await picture
    .clone()
    .webp({ quality: 62, effort: 6 })
    .toFile(join(folder, `${file}.webp`));
  return picture;
}

async function renderLoop(file: string, scene: Scene): Promise<void> {
  const ffmpeg = spawn(
    "ffmpeg",
    [
      ...["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"],
      ...["-s", `${drawn.width}x${drawn.height}`, "-r", String(framesPerSecond), "-i", "-"],
      ...["-vf", "scale=1280:720:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv420p"],
      ...["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
      ...["-codec:v", "libx264", "-preset", "veryslow", "-crf", "30", "-bitexact"],
      ...["-movflags", "+faststart", join(folder, `${file}.mp4`)],
    ],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  const frames = seconds * framesPerSecond;
  for (let count = 0; count < frames; count++) {
    if (!ffmpeg.stdin.write(pixels(scene, drawn, count / frames))) await once(ffmpeg.stdin, "drain");
  }
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, "close");
  if (code !== 0) throw new Error(`ffmpeg could not write ${file}.`);
}

/** Three bytes a pixel, with as much noise as keeps even colours from showing bands. */
function pixels(scene: Scene, { width, height }: Size, turn: number): Buffer {
  const bytes = Buffer.allocUnsafe(width * height * 3);
  let at = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const colour = scene((column + 0.5) / height, (row + 0.5) / height, width / height, turn);
      for (const channel of colour) {
        const speck = hash(column, row, at % 3) - 0.5;
        bytes[at++] = Math.round(Math.min(255, Math.max(0, channel * 255 + speck * 1.6)));
      }
    }
  }
  return bytes;
}
