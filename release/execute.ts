import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { StartError } from "../server/errors.ts";

/** Runs a program to its end. @returns what it printed @throws StartError with what it complained of */
export async function execute(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string | undefined> } = {},
): Promise<string> {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(error.code === "ENOENT" ? `This needs the program ${command}.` : error.message);
  });
  const [out, complaint] = await output;
  if (code === 0) return out;
  throw new StartError(`${command} ${args.join(" ")} failed (${code}): ${complaint.trim() || out.trim()}`);
}
