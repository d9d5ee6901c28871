import { sql } from "kysely";
import { DatabaseError } from "pg";
import { describe, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import { makeBackground } from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import type { Actor, Writer } from "./database.ts";
import { codeOf } from "./failures.ts";

// upsert_musician_appearance_settings [2 §7].

const settings = {
  p_artist_name: "The Handbills",
  p_background_id: null,
  p_background_opacity: 0.4,
  p_color_theme: "custom",
  p_font_family: "lato",
  p_youtube_background_url: "https://www.youtube.com/watch?v=abcdefghijk",
  p_youtube_background_enabled: true,
  p_custom_primary_color: "#111111",
  p_custom_secondary_color: "#222222",
  p_custom_accent_color: "#333333",
  p_text_color_mode: "dark",
  p_show_music_section: false,
  p_show_gallery_section: true,
  p_show_comments_section: false,
  p_show_events_section: true,
  p_show_video_section: false,
  p_show_booking_section: true,
  p_show_support_section: false,
  p_profile_background_opacity: 0.9,
  p_profile_background_color: "#444444",
  p_cover_image_size: "banner",
};

/** The columns those parameters set. */
const saved = Object.fromEntries(
  Object.entries(settings).map(([name, value]) => [name.replace("p_", ""), value]),
);

function save(actor: Actor, p_user_id: string, changes: Record<string, unknown> = {}) {
  return actor.write((tx) => call(tx, { p_user_id, ...settings, ...changes }));
}

async function call(tx: Writer, parameters: Record<string, unknown>) {
  const list = Object.entries(parameters).map(([name, value]) => sql`${sql.ref(name)} => ${value}`);
  const { rows } = await sql<Record<string, unknown>>`
    select * from upsert_musician_appearance_settings(${sql.join(list)})`.execute(tx);
  return rows;
}

test("saves a musician's own settings and answers the row", async () => {
  await using db = await freshDatabase();
  const { id, profile } = await makeMusician(db, { bio: "Loud.", is_demo_profile: true });
  const rows = await save(db.asMusician(id), id);
  expect(rows).toEqual([{ ...profile, ...saved, name_key: "the handbills", updated_at: expect.any(Date) }]);
  expect(rows[0]?.updated_at).not.toEqual(profile.updated_at);
  const stored = await db.asVisitor().read((tx) => tx.selectFrom("musician_profiles").selectAll().execute());
  expect(stored).toEqual(rows);
});

test("creates the profile where there is none", async () => {
  await using db = await freshDatabase();
  const { id } = await makeUser(db);
  expect(await save(db.asMusician(id), id)).toMatchObject([
    { user_id: id, ...saved, bio: "Tell your story...", custom_url: null, is_demo_profile: false },
  ]);
});

test("takes a chosen background instead of the video", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  const background = await makeBackground(db);
  const chosen = { p_background_id: background.id, p_youtube_background_enabled: false };
  expect(await save(db.asMusician(id), id, chosen)).toMatchObject([
    { background_id: background.id, youtube_background_enabled: false },
  ]);
});

test("has exactly the documented parameters", async () => {
  await using db = await freshDatabase();
  const { rows } = await db.asSystem().read((tx) =>
    sql<{ names: string[] }>`
      select proargnames as names from pg_proc where proname = 'upsert_musician_appearance_settings'`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([{ names: ["p_user_id", ...Object.keys(settings)] }]);
});

/** The statements that the database has refused, and the reason. */
const refusedFor = (reason: RegExp) => ({
  status: 403,
  cause: expect.objectContaining({ message: expect.stringMatching(reason) }),
});

describe("refuses", () => {
  test("to save for another account, whether that has a profile or not", async () => {
    await using db = await freshDatabase();
    const me = await makeMusician(db);
    const them = await makeMusician(db);
    const newcomer = await makeUser(db);
    for (const { id } of [them, newcomer]) {
      await expect(save(db.asMusician(me.id), id)).rejects.toMatchObject(refusedFor(/row-level security/));
    }
    const profiles = await db
      .asSystem()
      .read((tx) => tx.selectFrom("musician_profiles").selectAll().execute());
    expect(profiles).toHaveLength(2);
    expect(profiles).toContainEqual(them.profile);
  });

  test("visitors and admins", async () => {
    await using db = await freshDatabase();
    const { id } = await makeUser(db, { role: "admin" });
    for (const actor of [db.asVisitor(), db.asAdmin(id)]) {
      await expect(save(actor, id)).rejects.toMatchObject(refusedFor(/permission denied for function/));
    }
  });

  test("values that no profile may have, and keeps the old ones", async () => {
    await using db = await freshDatabase();
    const { id, profile } = await makeMusician(db);
    const refused: [Record<string, unknown>, string][] = [
      [{ p_artist_name: " " }, "musician_profiles_artist_name_length"],
      [{ p_background_opacity: 0 }, "musician_profiles_background_opacity_range"],
      [{ p_color_theme: "beige" }, "musician_profiles_color_theme_known"],
      [{ p_custom_accent_color: "red" }, "musician_profiles_custom_accent_color_format"],
      [
        { p_youtube_background_url: "javascript:alert(1)" },
        "musician_profiles_youtube_background_url_address",
      ],
      [{ p_background_id: (await makeBackground(db)).id }, "musician_profiles_background_exclusive"],
      [{ p_youtube_background_enabled: false, p_background_id: id }, "musician_profiles_background_id_fkey"],
    ];
    for (const [change, constraint] of refused) {
      const error = await save(db.asMusician(id), id, change).catch((reason: unknown) => reason);
      expect.soft(error instanceof DatabaseError ? error.constraint : error).toBe(constraint);
    }
    const missing = await save(db.asMusician(id), id, { p_font_family: null }).catch(
      (reason: unknown) => reason,
    );
    expect(codeOf(missing)).toBe("23502");
    expect(
      await db.asSystem().read((tx) => tx.selectFrom("musician_profiles").selectAll().execute()),
    ).toEqual([profile]);
  });
});
