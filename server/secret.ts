import { randomBytes } from "node:crypto";
import { access, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const secretFile = (dataDir: string) => join(dataDir, "session-secret");

/** Was one made in this folder? */
export function hasSecret(dataDir: string): Promise<boolean> {
  return access(secretFile(dataDir)).then(
    () => true,
    () => false,
  );
}

/** The secret that signs for this installation: given, or made once and kept in `dataDir` (mode 600). */
export async function sessionSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  const file = secretFile(dataDir);
  try {
    // `wx` makes one of several processes that start at once the maker; the others read what it wrote.
    await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return (await readFile(file, "utf8")).trim();
}
