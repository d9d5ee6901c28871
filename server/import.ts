import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { DatabaseError } from "pg";
import { z } from "zod";
import type { Archive } from "./archive.ts";
import { AppError, StartError } from "./errors.ts";
import { archiveNameOf, exportVersion } from "./export.ts";
import type { UploadKind } from "./http/uploads.ts";
import type { Services } from "./services.ts";
import { contentTypeOf } from "./storage/path.ts";

/** What became of an archive. */
export interface ImportReport {
  userId: string;
  /** How much of each kind was taken. */
  taken: Map<string, number>;
  /** What was not, and why; a line each. */
  refused: string[];
}

const archiveSchema = z.object({
  format: z.literal("handbill-account"),
  version: z.literal(exportVersion, { error: "it was made by a newer Handbill" }),
});
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
type Row = z.output<typeof rowsSchema>[number];

/**
 * The rows that come in as they are, with the columns that do: no ids, nothing that is worked out or counted. The
 * database checks them as it checks whatever is typed. Subscribers have to confirm again; a file confirms nobody.
 */
const plainTables = [
  {
    table: "video_gallery",
    owner: "user_id",
    columns: [
      "title",
      "video_url",
      "video_type",
      "thumbnail_url",
      "is_primary",
      "display_order",
      "is_visible",
      "created_at",
      "updated_at",
    ],
  },
  { table: "social_links", owner: "user_id", columns: ["platform", "url", "created_at"] },
  { table: "payment_links", owner: "user_id", columns: ["platform", "url", "display_order", "is_enabled"] },
  {
    table: "events",
    owner: "user_id",
    columns: [
      "title",
      "description",
      "event_type",
      "event_date",
      "event_time",
      "end_time",
      "end_date",
      "time_zone",
      "cancelled_at",
      "location",
      "venue_name",
      "ticket_url",
      "is_featured",
      "is_published",
      "created_at",
      "updated_at",
    ],
  },
  {
    table: "fan_comments",
    owner: "musician_id",
    columns: ["author_name", "content", "is_approved", "created_at"],
  },
  { table: "comment_settings", owner: "musician_id", columns: ["reviews_all", "blocked_words"] },
  {
    table: "booking_requests",
    owner: "musician_id",
    columns: [
      "requester_name",
      "requester_email",
      "requester_phone",
      "event_type",
      "event_date",
      "event_location",
      "budget_range",
      "message",
      "status",
      "is_read",
      "created_at",
      "updated_at",
    ],
  },
  {
    table: "newsletter_subscribers",
    owner: "musician_id",
    columns: [
      "subscriber_email",
      "subscriber_name",
      "source",
      "consent_note",
      "unsubscribed_at",
      "created_at",
    ],
  },
  { table: "letters", owner: "musician_id", columns: ["title", "body", "created_at", "updated_at"] },
  { table: "message_settings", owner: "user_id", columns: ["hides_email", "mails_new"] },
  { table: "analytics_settings", owner: "user_id", columns: ["time_zone"] },
] as const;

const profileColumns = [
  "bio",
  "location",
  "cover_image_size",
  "color_theme",
  "font_family",
  "custom_primary_color",
  "custom_secondary_color",
  "custom_accent_color",
  "text_color_mode",
  "background_opacity",
  "youtube_background_url",
  "youtube_background_enabled",
  "profile_background_color",
  "profile_background_opacity",
  "show_music_section",
  "show_video_section",
  "show_gallery_section",
  "show_events_section",
  "show_booking_section",
  "show_support_section",
  "show_comments_section",
  "created_at",
];

interface Parts extends Services {
  /** The features' own, which check a file as they check an upload. */
  uploadKinds: Readonly<Record<string, UploadKind>>;
}

/**
 * Makes a new account of what somebody took with them from a Handbill. Whatever is refused is told, and the rest comes in.
 * @throws StartError when the archive is none, or the address has an account already
 */
export async function importAccount(parts: Parts, archive: Archive, email: string): Promise<ImportReport> {
  if (!archive.has("account.json")) {
    throw new StartError("This is no archive that a musician took with them. A backup is restored instead.");
  }
  const about = archiveSchema.safeParse(await archive.readJson("account.json"));
  if (!about.success) {
    throw new StartError(`This is no archive of an account (${about.error.issues[0]?.message}).`);
  }
  const user = await parts.db.asSystem().write((tx) =>
    tx
      .insertInto("users")
      .values({ email })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst(),
  );
  if (!user) throw new StartError(`There is an account with the address ${email} already.`);
  const taking = new Taking(parts, archive, user.id);
  await taking.profile();
  for (const each of plainTables) await taking.plainRows(each);
  await taking.tracks();
  await taking.photos();
  await taking.pressKit();
  // What came in is no event of today.
  await parts.db
    .asSystem()
    .write((tx) => tx.deleteFrom("analytics_days").where("user_id", "=", user.id).execute());
  return { userId: user.id, taken: taking.taken, refused: taking.refused };
}

class Taking {
  readonly taken = new Map<string, number>();
  readonly refused: string[] = [];
  readonly #parts: Parts;
  readonly #archive: Archive;
  readonly #userId: string;

  constructor(parts: Parts, archive: Archive, userId: string) {
    this.#parts = parts;
    this.#archive = archive;
    this.#userId = userId;
  }

  async profile(): Promise<void> {
    const [row] = await this.#rows("musician_profiles");
    if (!row) return;
    const insert = (custom_url: unknown) =>
      this.#insert("musician_profiles", "user_id", ["artist_name", "custom_url", ...profileColumns], {
        ...row,
        custom_url,
      });
    await this.#attempt("profile", nameOf(row), async () => {
      try {
        await insert(row.custom_url);
      } catch (error) {
        if (!(error instanceof DatabaseError && error.constraint?.startsWith("musician_profiles_custom_url")))
          throw error;
        await insert(null);
        this.refused.push(`the custom URL ${row.custom_url}: another has it, or it can't be one`);
      }
    });
    for (const [kind, column] of [
      ["avatar", "avatar_url"],
      ["cover", "cover_image"],
    ] as const) {
      await this.#attempt(kind === "avatar" ? "profile picture" : "cover image", "", () =>
        this.#file(kind, row[column]).then((file) => file !== undefined),
      );
    }
  }

  async plainRows({ table, owner, columns }: (typeof plainTables)[number]): Promise<void> {
    for (const row of await this.#rows(table)) {
      await this.#attempt(table.replaceAll("_", " "), nameOf(row), () =>
        this.#insert(table, owner, columns, row),
      );
    }
  }

  async tracks(): Promise<void> {
    for (const row of await this.#rows("music_tracks")) {
      await this.#attempt("tracks", nameOf(row), async () => {
        const id = await this.#file("track", row.file_url);
        if (!id) throw new AppError("not-found", "its file is not in the archive");
        const columns = ["title", "downloads_enabled", "is_visible", "display_order", "created_at"];
        const trackId = await this.#update("music_tracks", "file_url", id, columns, row);
        await this.#attempt("track covers", nameOf(row), () =>
          this.#file("track-cover", row.cover_image, { track: trackId }).then((file) => file !== undefined),
        );
      });
    }
  }

  async photos(): Promise<void> {
    for (const row of await this.#rows("photo_gallery")) {
      await this.#attempt("photos", nameOf(row), async () => {
        const id = await this.#file("photo", row.image_url);
        if (!id) throw new AppError("not-found", "its file is not in the archive");
        await this.#update(
          "photo_gallery",
          "image_url",
          id,
          ["caption", "alt_text", "display_order", "created_at"],
          row,
        );
      });
    }
  }

  async pressKit(): Promise<void> {
    for (const row of await this.#rows("press_kits")) {
      await this.#attempt("press kit", nameOf(row), async () => {
        if (!(await this.#file("press-kit", row.file_url, {}, String(row.file_name)))) {
          throw new AppError("not-found", "its file is not in the archive");
        }
      });
    }
  }

  async #rows(table: string): Promise<Row[]> {
    const name = `data/${table}.json`;
    if (!this.#archive.has(name)) return [];
    const parsed = rowsSchema.safeParse(await json(await this.#archive.read(name)).catch(() => undefined));
    if (parsed.success) return parsed.data;
    this.refused.push(`${name}: it can't be read`);
    return [];
  }

  /** Counts what comes in, and notes what is refused; whatever else goes wrong ends the whole. */
  async #attempt(kind: string, name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      if ((await work()) !== false) this.taken.set(kind, (this.taken.get(kind) ?? 0) + 1);
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      this.refused.push(`${kind}${name && ` “${name}”`}: ${reason}`);
    }
  }

  async #insert(table: string, owner: string, columns: readonly string[], row: Row): Promise<void> {
    const present = columns.filter((column) => row[column] !== undefined);
    const names = sql.join(present.map((column) => sql.ref(column)));
    const record = JSON.stringify(Object.fromEntries(present.map((column) => [column, row[column]])));
    await this.#parts.db.asSystem().write((tx) =>
      sql`
        insert into ${sql.table(table)} (${sql.ref(owner)}, ${names})
        select ${this.#userId}, ${names} from jsonb_populate_record(null::${sql.table(table)}, ${record}::jsonb)`.execute(
        tx,
      ),
    );
  }

  /** Gives the row of a file that was just taken what it had. @returns its id */
  async #update(
    table: string,
    fileColumn: string,
    file: string,
    columns: string[],
    row: Row,
  ): Promise<string> {
    const present = columns.filter((column) => row[column] !== undefined);
    const record = JSON.stringify(Object.fromEntries(present.map((column) => [column, row[column]])));
    const set = sql.join(present.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`));
    const { rows } = await this.#parts.db.asSystem().write((tx) =>
      sql<{ id: string }>`
        update ${sql.table(table)} mine set ${set}
        from jsonb_populate_record(null::${sql.table(table)}, ${record}::jsonb) given
        where mine.user_id = ${this.#userId} and strpos(mine.${sql.ref(fileColumn)}, ${file}) > 0
        returning mine.id`.execute(tx),
    );
    if (!rows[0]) throw new Error(`The row of a file of ${table} is missing.`);
    return rows[0].id;
  }

  /**
   * Takes a file that a row names, by the same way as one that is sent by its musician.
   * @returns what its name in the store holds; undefined when the archive hasn't got it
   */
  async #file(
    kind: string,
    address: unknown,
    about: Record<string, string> = {},
    name?: string,
  ): Promise<string | undefined> {
    if (typeof address !== "string") return undefined;
    const entry = archiveNameOf(address);
    const upload = this.#parts.uploadKinds[kind];
    if (!upload || !this.#archive.has(entry)) return undefined;
    const file = {
      name: name ?? entry.split("/").at(-1) ?? "",
      size: this.#archive.sizeOf(entry),
      type: contentTypeOf(entry) ?? "",
      about,
    };
    await upload.admit(file, this.#parts, this.#userId);
    const folder = await mkdtemp(join(tmpdir(), "handbill-import-"));
    try {
      const path = join(folder, `file${extname(entry)}`);
      await pipeline(await this.#archive.read(entry), createWriteStream(path, { mode: 0o600 }));
      const id = randomUUID();
      await upload.accept(this.#parts, this.#userId, { ...file, id, path });
      return id;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** What a row is called in the report. */
function nameOf(row: Row): string {
  const name = row.title ?? row.artist_name ?? row.url ?? row.file_name ?? row.author_name ?? row.caption;
  return typeof name === "string" ? name.slice(0, 80) : "";
}

/** Why a row or a file isn't taken; undefined for what is nobody's fault. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof AppError && error.kind !== "unavailable") return error.publicText;
  if (!(error instanceof DatabaseError)) return undefined;
  // Class 22: a value of another kind; class 23: a rule.
  if (error.code?.startsWith("23"))
    return `it breaks the rule ${error.constraint ?? error.column ?? error.code}`;
  return error.code?.startsWith("22") ? "it holds a value that can't be" : undefined;
}
