import { expect, test } from "vitest";
import { makeUser } from "../../../tests/factories/accounts.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { dismissWarning, openWarnings } from "./warnings.server.ts";

test("a musician dismisses their own warning, once and again; another's is not found", async () => {
  await using services = await freshServices();
  const [mine, other] = [await makeUser(services.db), await makeUser(services.db)];
  const { id } = await services.db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("warnings")
        .values({ user_id: mine.id, content: "Please don't." })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
  const gone = { kind: "not-found" };
  await expect(dismissWarning(services, other.id, id)).rejects.toMatchObject(gone);
  await expect(dismissWarning(services, mine.id, crypto.randomUUID())).rejects.toMatchObject(gone);
  expect(await openWarnings(services, mine.id)).toHaveLength(1);
  await dismissWarning(services, mine.id, id);
  await dismissWarning(services, mine.id, id);
  expect(await openWarnings(services, mine.id)).toEqual([]);
});
