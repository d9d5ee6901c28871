import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The secret that signs for this installation: given, or made once and kept in `dataDir` (mode 600). */
export async function sessionSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  const file = join(dataDir, "session-secret");
  try {
    // `wx` makes one of several processes that start at once the maker; the others read what it wrote.
    await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return (await readFile(file, "utf8")).trim();
}
