import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { down, up } from "./cluster.ts";

// npm run cluster -- up|down [FOLDER]

const [command, folder = join(tmpdir(), "handbill-cluster")] = process.argv.slice(2);

if (command === "up") {
  const { origin } = await up(resolve(folder));
  process.stdout.write(`Handbill is at ${origin}. Set-up code, logs and secrets are in ${folder}.\n`);
} else if (command === "down") {
  await down(resolve(folder));
} else {
  process.stderr.write("npm run cluster -- up|down [FOLDER]\n");
  process.exitCode = 1;
}
