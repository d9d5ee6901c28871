import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Target } from "./contents.ts";
import { execute } from "./execute.ts";

/**
 * Makes a container image of an assembled release, in docker's format: OCI's knows no health check.
 * @param base the image that it stands on; unset: the Containerfile's
 */
export async function makeImage(
  { debian }: Target,
  release: string,
  { version, file, base, made }: { version: string; file: string; base?: string | undefined; made: number },
): Promise<void> {
  const name = `localhost/handbill:${version}`;
  const containerfile = join(import.meta.dirname, "Containerfile");
  await execute("buildah", [
    "build",
    "--format=docker",
    `--platform=linux/${debian}`,
    `--timestamp=${made}`,
    ...(base ? [`--build-arg=BASE=${base}`] : []),
    `--file=${containerfile}`,
    `--tag=${name}`,
    release,
  ]);
  await rm(file, { force: true });
  await execute("buildah", ["push", name, `docker-archive:${file}:handbill:${version}`]);
}
