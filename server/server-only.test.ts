import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { serverOnly } from "./server-only.ts";

/** Builds a browser's entry that holds just this line. */
async function buildBrowserCode(line: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-build-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "harmless.ts"), "export const harmless = 1;");
  await writeFile(join(folder, "secret.server.ts"), "export const secret = 1;");
  await writeFile(join(folder, "around.ts"), 'export { secret } from "./secret.server.ts";');
  const entry = join(folder, "entry.ts");
  await writeFile(entry, line);
  await build({
    configFile: false,
    root: folder,
    logLevel: "silent",
    plugins: [serverOnly()],
    build: { write: false, rolldownOptions: { input: entry } },
  });
}

test("code for the browser that stays among its own is built", async () => {
  await buildBrowserCode('import { harmless } from "./harmless.ts"; console.log(harmless);');
});

test.each([
  'import { secret } from "./secret.server.ts"; console.log(secret);',
  'import { secret } from "./around.ts"; console.log(secret);',
  'import("./secret.server.ts").then(console.log);',
  `import { AppError } from ${JSON.stringify(join(import.meta.dirname, "errors.ts"))}; console.log(AppError);`,
])("%s fails the build", async (line) => {
  await expect(buildBrowserCode(line)).rejects.toThrow("which is for the server only");
});
