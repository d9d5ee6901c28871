import { randomBytes } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "./errors.ts";
import { fileTrouble } from "./files/file-trouble.ts";
import { makeFile } from "./files/whole-file.ts";

/** Shorter ones could be guessed, and with them the set-up code. */
export const shortestSecret = 32;

const secretFile = (dataDir: string) => join(dataDir, "session-secret");

/** Was one made in this folder? */
export function hasSecret(dataDir: string): Promise<boolean> {
  return access(secretFile(dataDir)).then(
    () => true,
    () => false,
  );
}

/**
 * The secret that signs for this installation: given, or made once and kept in `dataDir` (mode 600).
 * @throws StartError when it can't be kept or read, or is too short to be one
 */
export async function sessionSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  const file = secretFile(dataDir);
  if (!(await hasSecret(dataDir))) {
    await makeFile(file, randomBytes(32).toString("base64url")).catch((error: unknown) => {
      const reason = fileTrouble(error, `there is no folder ${dataDir}`);
      throw new StartError(
        `The session secret cannot be kept in ${file}: ${reason}. Mend that, or set SESSION_SECRET.`,
      );
    });
  }
  const secret = await readFile(file, "utf8").catch((error: unknown) => {
    const reason = fileTrouble(error, "there is no such file");
    throw new StartError(
      `The session secret in ${file} cannot be read: ${reason}. Mend that, or set SESSION_SECRET.`,
    );
  });
  if (secret.trim().length < shortestSecret) {
    throw new StartError(
      `The session secret in ${file} has fewer than ${shortestSecret} characters, so it isn't whole. ` +
        "Put the right one there, or remove the file: the next start makes a new one.",
    );
  }
  return secret.trim();
}
