import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Target } from "./contents.ts";
import { execute } from "./execute.ts";

const here = join(import.meta.dirname, "debian");

interface ControlParts {
  version: string;
  architecture: Target["debian"];
  /** Kilobytes that the installed files take. */
  installedSize: number;
}

/** What dpkg is told of the package. */
export function controlFile({ version, architecture, installedSize }: ControlParts): string {
  return `Package: handbill
Version: ${version}
Architecture: ${architecture}
Maintainer: Handbill <handbill@localhost>
Installed-Size: ${installedSize}
Depends: debconf (>= 0.5) | debconf-2.0, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 9), systemd (>= 247)
Suggests: ffmpeg, nginx
Section: web
Priority: optional
Description: musicians' pages on the web
 A musician signs up, says who they are and uploads their songs; fans open one
 short address and listen, see the dates, write, subscribe and ask for bookings.
 .
 Everything it needs comes along: Node, PostgreSQL and the screens. The service
 listens on 127.0.0.1:3000; its settings are in /etc/handbill/handbill.env.
`;
}

/**
 * Makes a Debian package of an assembled release.
 * @param made when the release was made, in seconds since 1970
 */
export async function makePackage(
  { debian: architecture }: Target,
  release: string,
  { version, file, made }: { version: string; file: string; made: number },
): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "handbill-deb-"));
  try {
    await cp(join(here, "root"), scratch, { recursive: true });
    const lib = join(scratch, "usr", "lib");
    await cp(release, join(lib, "handbill"), { recursive: true, verbatimSymlinks: true });
    const doc = join(scratch, "usr", "share", "doc", "handbill");
    await mkdir(doc, { recursive: true });
    await symlink("../../../lib/handbill/THIRD-PARTY-LICENCES.txt", join(doc, "copyright"));
    await execute("chmod", ["-R", "u=rwX,go=rX", scratch]);
    const installedSize = Number.parseInt(await execute("du", ["-sk", scratch]), 10);
    await cp(join(here, "control"), join(scratch, "DEBIAN"), { recursive: true });
    await writeFile(
      join(scratch, "DEBIAN", "control"),
      controlFile({ version, architecture, installedSize }),
    );
    await execute("chmod", ["-R", "u=rwX,go=rX", scratch]);
    await execute("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", scratch, file], {
      env: { SOURCE_DATE_EPOCH: String(made) },
    });
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** The unit that the package installs. */
export const unitFile = join(here, "root", "lib", "systemd", "system", "handbill.service");
