import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { artist } from "../../artist.ts";
import { perform } from "./perform.ts";
import { pieces } from "./pieces/pieces.ts";
import { waveFile } from "./wave-file.ts";

// Renders the demo artist's music anew: `node demo/generators/music/render.ts [title …]`. It needs ffmpeg; starting,
// building and testing Handbill don't, because the finished files are kept in `demo/music`.

const only = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "handbill-compose-"));
try {
  for (const piece of pieces.filter(({ title }) => only.length === 0 || only.includes(title))) {
    const wave = join(folder, "piece.wav");
    writeFileSync(wave, waveFile(perform(piece)));
    encode(wave, join(import.meta.dirname, "..", "..", "music", piece.file), {
      title: piece.title,
      artist: artist.name,
      comment: "Composed for Handbill's demo artist",
    });
    process.stdout.write(`${piece.file}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function encode(wave: string, file: string, tags: Record<string, string>): void {
  const metadata = Object.entries(tags).flatMap(([name, value]) => ["-metadata", `${name}=${value}`]);
  const { status, error } = spawnSync(
    "ffmpeg",
    [
      ...["-hide_banner", "-loglevel", "error", "-y", "-i", wave],
      ...["-codec:a", "libmp3lame", "-q:a", "6", "-joint_stereo", "1", "-id3v2_version", "3", "-bitexact"],
      ...metadata,
      file,
    ],
    { stdio: "inherit" },
  );
  if (status !== 0) throw new Error(`ffmpeg could not write ${file}.`, { cause: error });
}
