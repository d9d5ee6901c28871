import { afterAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeIssue } from "../../../tests/factories/audience.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { ownIssues } from "./issue-queries.server.ts";

const services = await freshServices();
afterAll(() => services[Symbol.asyncDispose]());

test("the musician's own issues come page by page, the newest first, each once", async () => {
  const { id: musician_id } = await makeMusician(services.db);
  await makeIssue(services.db);
  for (let age = 0; age < 52; age++) {
    // Several were begun in the same moment.
    const created_at = new Date(Date.UTC(2026, 0, 1) - Math.floor(age / 4) * 60_000);
    await makeIssue(services.db, { musician_id, created_at });
  }
  const pages = await services.db
    .asMusician(musician_id)
    .read(async (tx) => [
      await ownIssues(tx, musician_id, 1),
      await ownIssues(tx, musician_id, 2),
      await ownIssues(tx, musician_id, 3),
    ]);
  expect(pages.map(({ issues }) => issues.length)).toEqual([50, 2, 2]);
  expect(pages[0]).toMatchObject({ total: 52, pages: 2 });
  // The last page may have become empty by now.
  expect(pages.pop()).toEqual(pages[1]);
  const all = pages.flatMap(({ issues }) => issues);
  expect(new Set(all.map(({ id }) => id)).size).toBe(52);
  const times = all.map(({ created_at }) => created_at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});
