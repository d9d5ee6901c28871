import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

// Plain Node runs these, without the aliases that tests and builds know. Asked for what they don't have, they load all
// their modules, say so and end.

test.each([
  ["bench/run.ts", "none", "There is no part none"],
  ["cluster/run.ts", "none", "npm run cluster"],
  ["release/run.ts", "none", "There is no none"],
  ["server/cli/main.ts", "none", "There is no command none"],
])("%s finds its modules", (program, word, answer) => {
  const { stderr } = spawnSync(process.execPath, [program, word], {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
  });
  expect(stderr).toContain(answer);
});
