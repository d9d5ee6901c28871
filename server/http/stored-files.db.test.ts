import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makePhoto, makeTrack, uploadAddress } from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import type { Actor } from "../db/database.ts";

const mayRead = (actor: Actor, address: string | null) =>
  actor.read(async (tx) => {
    const { rows } = await sql<{
      readable: boolean;
    }>`select app.may_read_file(${address}) as readable`.execute(tx);
    return rows[0]?.readable;
  });

test("a file is for whoever may see a row that names it", async () => {
  await using db = await freshDatabase();
  const [artist, other] = [await makeMusician(db), await makeMusician(db)];
  const shown = await makeTrack(db, { user_id: artist.id });
  const hidden = await makeTrack(db, { user_id: artist.id, is_visible: false });
  const photo = await makePhoto(db, { user_id: artist.id });
  const unnamed = uploadAddress("music", artist.id, "unnamed.mp3");

  for (const stranger of [db.asVisitor(), db.asMusician(other.id)]) {
    expect(await mayRead(stranger, shown.file_url)).toBe(true);
    expect(await mayRead(stranger, photo.image_url)).toBe(true);
    expect(await mayRead(stranger, hidden.file_url)).toBe(false);
    expect(await mayRead(stranger, unnamed)).toBe(false);
  }
  expect(await mayRead(db.asMusician(artist.id), hidden.file_url)).toBe(true);
  expect(await mayRead(db.asMusician(artist.id), unnamed)).toBe(false);
});
