import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { StartError } from "./errors.ts";
import { makeFile, replaceFile } from "./files/whole-file.ts";
import { sessionSecret } from "./secret.ts";

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-secret-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function refusalIn(folder: string): Promise<string> {
  const refusal = await sessionSecret(undefined, folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  return (refusal as StartError).message;
}

test("it is made once, for this account alone, however many start at once", async () => {
  const folder = await freshFolder();
  const secrets = await Promise.all(Array.from({ length: 8 }, () => sessionSecret(undefined, folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(await sessionSecret(undefined, folder)).toBe(secrets[0]);
  expect(await readdir(folder)).toEqual(["session-secret"]);
  expect((await stat(join(folder, "session-secret"))).mode & 0o777).toBe(0o600);
});

test.each([
  ["nothing", ""],
  ["one letter", "x"],
  ["31 letters and a line break", `${"x".repeat(31)}\n`],
])("a file of %s is refused, with what to do", async (_, content) => {
  const folder = await freshFolder();
  await writeFile(join(folder, "session-secret"), content);
  const message = await refusalIn(folder);
  expect(message).toContain(`The session secret in ${folder}/session-secret has fewer than 32 characters`);
  expect(message).toContain("remove the file");
});

test("a folder in its place is reported in a line", async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, "session-secret"));
  expect(await refusalIn(folder)).toBe(
    `The session secret in ${folder}/session-secret cannot be read: it is a folder. Mend that, or set SESSION_SECRET.`,
  );
});

test("where nothing more fits on the disk, no file is made", async () => {
  const folder = await freshFolder();
  const script = `import(${JSON.stringify(join(import.meta.dirname, "secret.ts"))})
    .then(({ sessionSecret }) => sessionSecret(undefined, ${JSON.stringify(folder)}))
    .catch((error) => console.log(error.message))`;
  // A limit on the size of files stands for the full disk: the file can be made, and not a byte written.
  const limited = ["-c", 'ulimit -f 0; exec "$@"', "sh", process.execPath, "-e", script];
  const { stdout } = await promisify(execFile)("/bin/sh", limited);
  expect(stdout).toContain(`cannot be kept in ${folder}/session-secret: it is too large for this disk.`);
  expect(await readdir(folder)).toEqual([]);
  expect(await sessionSecret(undefined, folder)).toHaveLength(43);
});

test("a file that is there is kept or replaced, as asked", async () => {
  const file = join(await freshFolder(), "file");
  expect(await makeFile(file, "first")).toBe(true);
  expect(await makeFile(file, "second")).toBe(false);
  expect(await readFile(file, "utf8")).toBe("first");
  await replaceFile(file, "third");
  expect(await readFile(file, "utf8")).toBe("third");
});
