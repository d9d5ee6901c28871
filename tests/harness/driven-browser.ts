import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/**
 * So long a browser may take to start, and for each of its commands. On a machine with ten times the work it can do, Firefox
 * takes 40 seconds to start.
 */
export const patienceMs = 120_000;

/**
 * A page in a browser that Playwright can't drive, with nothing stored. Each browser is driven by the standard that it
 * speaks itself.
 */
export interface DrivenBrowser extends AsyncDisposable {
  /** Loads an address, until everything in the document is there. */
  open(url: string): Promise<void>;
  /** Runs a function in the page. @param given is handed to it; this and the result are JSON */
  run<Result>(script: () => Result): Promise<Awaited<Result>>;
  run<Given, Result>(script: (given: Given) => Result, given: Given): Promise<Awaited<Result>>;
  /** Moves the mouse or presses keys: the page can't tell that from a person. */
  act(device: InputDevice): Promise<void>;
  /** Goes through the history. @param by -1: a page back */
  step(by: 1 | -1): Promise<void>;
  /** As near to that size as the window gets. */
  resize(viewport: { width: number; height: number }): Promise<void>;
  /** Has nobody look at the page, which runs on. */
  hide(): Promise<void>;
  /** Somebody looks at it again. */
  show(): Promise<void>;
}

/** A device and what it does, as all of these standards describe it. */
export interface InputDevice {
  type: "key" | "pointer";
  id: string;
  actions: Record<string, string | number>[];
}

/** A function's text as that of an expression, which runs it in the page and has its result as JSON. */
export function expressionOf(script: (given: never) => unknown, given: unknown): string {
  return `(async () => JSON.stringify((await (${script})(${JSON.stringify(given)})) ?? null))()`;
}

/** A program that runs until the stack is disposed of. */
export function startProgram(
  stack: AsyncDisposableStack,
  path: string,
  options: string[],
  environment: Record<string, string> = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const program = spawn(path, options, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LANG: "C.UTF-8", ...environment },
  });
  // What nobody reads would fill the pipe, and stop the program.
  for (const stream of [program.stdout, program.stderr]) stream.resume();
  stack.defer(async () => {
    if (program.exitCode !== null || program.signalCode !== null) return;
    const late = setTimeout(() => program.kill("SIGKILL"), 10_000);
    program.kill();
    await once(program, "exit");
    clearTimeout(late);
  });
  return program;
}

/** Waits until a program has written something. @returns what the pattern's first group matches */
export async function said(stream: Readable, pattern: RegExp): Promise<string> {
  let text = "";
  const found = Promise.withResolvers<string>();
  stream.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    const [, match] = pattern.exec(text) ?? [];
    if (match) found.resolve(match);
  });
  stream.once("end", () => found.reject(new Error(`It has ended, and said: ${text}`)));
  const late = setTimeout(
    () => found.reject(new Error(`It hasn't said ${pattern}, but: ${text}`)),
    patienceMs,
  );
  return found.promise.finally(() => clearTimeout(late));
}
