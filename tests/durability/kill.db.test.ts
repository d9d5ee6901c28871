import { expect, test } from "vitest";
import { killRounds } from "./kill-rounds.ts";

test.runIf(process.platform === "linux")(
  "kill -9 in the middle of writing loses nothing that was acknowledged",
  async () => {
    const report = await killRounds(4);
    expect(report).toMatchObject({ rounds: 4, lost: [], halves: 0 });
    expect(report.acknowledged).toBeGreaterThan(100);
  },
  120_000,
);
