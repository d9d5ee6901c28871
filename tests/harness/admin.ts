import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll } from "vitest";
import { ensureBuilt } from "../../server/build.ts";

// The commands take what the features lend them from the build.
beforeAll(() => ensureBuilt(() => {}), 300_000);

/** Runs `npm run admin -- …` as an operator would, less npm. */
export async function admin(args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["server/cli/main.ts", ...args], {
    cwd: join(import.meta.dirname, "..", ".."),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DEMO: "off", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, "exit");
  return { code: child.exitCode, out, err };
}

/** The path of the file that `leaveOrphan` leaves. */
export const orphan = "music/00000000-0000-4000-8000-000000000001/stray.mp3";

/** Leaves a file in the store of this data folder that nothing names, a day old. @returns where it lies */
export async function leaveOrphan(dataDir: string): Promise<string> {
  const file = join(dataDir, "files", "uploads", orphan);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "a song that nobody named");
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  await utimes(file, yesterday, yesterday);
  return file;
}
