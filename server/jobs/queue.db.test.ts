import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { freshDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import type { JobData } from "./jobs.ts";
import { startQueue } from "./queue.ts";

const mail = { to: "fan@example.com", subject: "Hello", text: "Hi" };

test("a job runs soon after the commit that asked for it, and not before", async () => {
  await using database = await freshDatabase();
  const received: JobData<"mail.send">[] = [];
  const queue = await startQueue({
    database,
    log: testLog,
    handlers: {
      "mail.send": async (data) => {
        received.push(data);
      },
    },
  });
  await database.asVisitor().write(async (tx) => {
    await tx.enqueue("mail.send", mail);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received).toEqual([]);
  });
  await vi.waitFor(() => expect(received).toEqual([mail]), { timeout: 2000 });
  await queue.stop();
});

test("without a commit there is no job", async () => {
  await using database = await freshDatabase();
  const failing = database.asVisitor().write(async (tx) => {
    await tx.enqueue("mail.send", mail);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  const { rows } = await database
    .asSystem()
    .read((tx) => sql<{ jobs: number }>`select count(*) as jobs from pgboss.job`.execute(tx));
  expect(rows).toEqual([{ jobs: 0 }]);
});
