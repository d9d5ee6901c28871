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
import { AppError, StartError } from "../errors.ts";
import { type DeclaredOwnedTable, ownedTables } from "../features.ts";
import type { UploadKind } from "../http/uploads.ts";
import type { Services } from "../services.ts";
import { contentTypeOf } from "../storage/path.ts";
import type { Archive } from "./archive.ts";
import { archiveNameOf, exportVersion } from "./export.ts";

/** The outcome of an import. */
export interface ImportReport {
  userId: string;
  /** The number of imported items of each kind. */
  taken: Map<string, number>;
  /** The refused items and the reasons; a line each. */
  refused: string[];
}

const archiveSchema = z.object({
  format: z.literal("handbill-account"),
  version: z.literal(exportVersion, { error: "it was made by a newer Handbill" }),
});
const rowsSchema = z.array(z.record(z.string(), z.unknown()));

interface Row {
  values: Readonly<Record<string, unknown>>;
  /** Its path and name, for the report. */
  place: string;
}

interface Parts extends Services {
  /** The features' own, which check a file as they check an upload. */
  uploadKinds: Readonly<Record<string, UploadKind>>;
}

/** Rows that come with their file. */
const besideFiles = ["musician_profiles", "music_tracks", "photo_gallery", "releases", "page_links"];

/** Rows that may name a track, which has another id here. */
const besideTracks = "fan_comments";

/** Rows that belong to imported tracks and releases, which have other ids here. */
const ofReleases = ["release_tracks", "release_links", "former_music_slugs"];

/** Letters, which name tracks, releases, shows and pictures. */
const ofLetters = ["letters", "letter_pictures"];
const blocksOfLetter = z.array(z.looseObject({ id: z.string().optional() }));

/**
 * Makes a new account of a musician's export from a Handbill. Refused items are reported, and the rest comes in.
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
  const importer = new AccountImporter(parts, archive, user.id);
  try {
    await importer.profile();
    const tables = new Set(parts.declarations.importedColumns.map(({ table }) => table));
    for (const table of tables) {
      if (![...besideFiles, besideTracks, ...ofReleases, ...ofLetters].includes(table))
        await importer.plainRows(table);
    }
    await importer.formerPreferences();
    await importer.links();
    await importer.tracks();
    await importer.plainRows(besideTracks);
    await importer.releases();
    for (const table of ofReleases) await importer.rowsOfReleases(table);
    await importer.letters();
    await importer.photos();
    await importer.pressKit();
    // Imported rows are no events of today.
    await parts.db
      .asSystem()
      .write((tx) => tx.deleteFrom("analytics_days").where("user_id", "=", user.id).execute());
  } catch (error) {
    // Half an account would keep its address from the next try. Its files go after its rows.
    await parts.db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", user.id).execute());
    throw error;
  }
  return { userId: user.id, taken: importer.taken, refused: importer.refused };
}

class AccountImporter {
  readonly taken = new Map<string, number>();
  readonly refused: string[] = [];
  readonly #parts: Parts;
  readonly #archive: Archive;
  readonly #userId: string;
  /** The ids here of what other rows name, by those in the archive. */
  readonly #newIds = new Map<string, string>();

  constructor(parts: Parts, archive: Archive, userId: string) {
    this.#parts = parts;
    this.#archive = archive;
    this.#userId = userId;
  }

  async profile(): Promise<void> {
    const table = "musician_profiles";
    const [row] = await this.#rows(table);
    if (!row) return;
    const withoutAddress = () => ({
      ...this.#columns(table, { ...row.values, custom_url: "" }),
      custom_url: null,
    });
    await this.#attempt("profile", row.place, async () => {
      if (!row.values.custom_url) return this.#insert(table, withoutAddress());
      try {
        await this.#insert(table, this.#columns(table, row.values));
      } catch (error) {
        if (!isOfCustomUrl(error)) throw error;
        await this.#insert(table, withoutAddress());
        this.refused.push(
          `${row.place}: the custom URL ${row.values.custom_url}: another has it, or it can't be one`,
        );
      }
    });
    for (const [kind, column, name] of [
      ["avatar", "avatar_url", "profile picture"],
      ["cover", "cover_image", "cover image"],
    ] as const) {
      await this.#attempt(name, `${row.place}: ${name}`, () =>
        this.#file(kind, row.values[column]).then((file) => file !== undefined),
      );
    }
  }

  /** @param beside takes what comes with a row, by its id */
  async plainRows(table: string, beside?: (id: string, row: Row) => Promise<void>): Promise<void> {
    const most = this.#declared(table).imported?.most;
    const kind = table.replaceAll("_", " ");
    for (const row of await this.#rows(table)) {
      await this.#attempt(kind, row.place, async () => {
        if (most && (this.taken.get(kind) ?? 0) >= most.rows) throw new Refused(most.text);
        const id = randomUUID();
        const track_id = this.#newIds.get(String(row.values.track_id));
        const columns = this.#columns(table, row.values);
        const isNamed = beside !== undefined || table === "events";
        await this.#insert(table, { ...columns, ...(track_id && { track_id }), ...(isNamed && { id }) });
        if (isNamed && typeof row.values.id === "string") this.#newIds.set(row.values.id, id);
        await beside?.(id, row);
      });
    }
  }

  links(): Promise<void> {
    return this.plainRows("page_links", (link, { values, place }) =>
      this.#attempt("link pictures", `${place}: picture`, () =>
        this.#file("link-picture", values.image_url, { link }).then((file) => file !== undefined),
      ),
    );
  }

  /** Letters are drafts again, with what came in of all that their blocks name. */
  async letters(): Promise<void> {
    const pictures = await this.#rows("letter_pictures");
    await this.plainRows("letters", async (letter, { values }) => {
      for (const picture of pictures.filter(({ values: { letter_id } }) => letter_id === values.id)) {
        await this.#attempt("letter pictures", picture.place, () => this.#letterPicture(letter, picture));
      }
      const blocks = blocksOfLetter
        .optional()
        .parse(values.blocks)
        ?.flatMap((block) => {
          const id = block.id && this.#newIds.get(block.id);
          return block.id && !id ? [] : [{ ...block, ...(id && { id }) }];
        });
      const [kind, named = ""] = String(values.audience ?? "all").split(":");
      const audience = [kind, this.#newIds.get(named) ?? named].filter(Boolean).join(":");
      await this.#parts.db.asSystem().write((tx) =>
        tx
          .updateTable("letters")
          .set({ audience, ...(blocks && { blocks: JSON.stringify(blocks) }) })
          .where("id", "=", letter)
          .execute(),
      );
    });
  }

  async #letterPicture(letter: string, { values }: Row): Promise<void> {
    const file = await this.#requireFile("letter-picture", values.image_url, { letter });
    const { id } = await this.#parts.db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("letter_pictures")
          .select("id")
          .where("letter_id", "=", letter)
          .where("image_url", "like", `%${file}%`)
          .executeTakeFirstOrThrow(),
      );
    if (typeof values.id === "string") this.#newIds.set(values.id, id);
  }

  /**
   * An archive of before there were preferences has the time zone with the analytics, and whether mails tell of messages with
   * the messages. As when that database was brought up to date, mails of other kinds, which there were none of, come never.
   */
  async formerPreferences(): Promise<void> {
    const table = "account_preferences";
    if (this.#archive.has(`data/${table}.json`)) return;
    const [clock] = await this.#rows("analytics_settings");
    const [messages] = await this.#rows("message_settings");
    const from = clock ?? messages;
    if (!from) return;
    const columns: Record<string, unknown> = {
      comments: "never",
      subscribers: "never",
      ...(messages?.values.mails_new === false && { messages: "never" }),
    };
    if (clock) {
      await this.#attempt("time zone", clock.place, async () => {
        Object.assign(columns, this.#columns(table, { time_zone: clock.values.time_zone }));
      });
    }
    await this.#attempt("account preferences", from.place, () => this.#insert(table, columns));
  }

  async tracks(): Promise<void> {
    for (const { values, place } of await this.#rows("music_tracks")) {
      await this.#attempt("tracks", place, async () => {
        const columns = this.#columns("music_tracks", values);
        const id = await this.#requireFile("track", values.file_url);
        const trackId = await this.#update("music_tracks", "file_url", id, columns);
        if (typeof values.id === "string") this.#newIds.set(values.id, trackId);
        await this.#attempt("track covers", `${place}: cover`, () =>
          this.#file("track-cover", values.cover_image, { track: trackId }).then(
            (file) => file !== undefined,
          ),
        );
      });
    }
  }

  async releases(): Promise<void> {
    const most = this.#declared("releases").imported?.most;
    for (const { values, place } of await this.#rows("releases")) {
      await this.#attempt("releases", place, async () => {
        if (most && (this.taken.get("releases") ?? 0) >= most.rows) throw new Refused(most.text);
        const columns = this.#columns("releases", values);
        const id = randomUUID();
        await this.#insert("releases", { ...columns, id });
        if (typeof values.id === "string") this.#newIds.set(values.id, id);
        await this.#attempt("release covers", `${place}: cover`, () =>
          this.#file("release-cover", values.cover_image, { release: id }).then((file) => file !== undefined),
        );
      });
    }
    // The names that the tracks' files had here for a moment are no addresses that anyone knows.
    await this.#parts.db
      .asSystem()
      .write((tx) => tx.deleteFrom("former_music_slugs").where("user_id", "=", this.#userId).execute());
  }

  /** Rows that name tracks and releases by the ids they had. One whose track or release didn't come in is left out. */
  async rowsOfReleases(table: string): Promise<void> {
    const kind = table.replaceAll("_", " ");
    for (const { values, place } of await this.#rows(table)) {
      const ids = Object.entries(values).filter(([column]) => /^(track|release)_id$/.test(column));
      const known = ids.flatMap(([column, old]) => {
        const id = typeof old === "string" ? this.#newIds.get(old) : undefined;
        return id ? [[column, id] as const] : [];
      });
      if (known.length < ids.length) continue;
      await this.#attempt(kind, place, () =>
        this.#insert(table, { ...this.#columns(table, values), ...Object.fromEntries(known) }),
      );
    }
  }

  async photos(): Promise<void> {
    for (const { values, place } of await this.#rows("photo_gallery")) {
      await this.#attempt("photos", place, async () => {
        const columns = this.#columns("photo_gallery", values);
        const id = await this.#requireFile("photo", values.image_url);
        await this.#update("photo_gallery", "image_url", id, columns);
      });
    }
  }

  async pressKit(): Promise<void> {
    for (const { values, place } of await this.#rows("press_kits")) {
      await this.#attempt("press kit", place, () =>
        this.#requireFile("press-kit", values.file_url, {}, String(values.file_name)),
      );
    }
  }

  async #rows(table: string): Promise<Row[]> {
    const name = `data/${table}.json`;
    if (!this.#archive.has(name)) return [];
    const parsed = rowsSchema.safeParse(await json(await this.#archive.read(name)).catch(() => undefined));
    if (!parsed.success) {
      this.refused.push(`${name}: it can't be read`);
      return [];
    }
    return parsed.data.map((row, index) => ({
      values: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      place: `${name}, row ${index + 1}${nameOf(row)}`,
    }));
  }

  /** The columns that the features import of a row. @throws Refused */
  #columns(table: string, values: Row["values"]): Record<string, unknown> {
    const columns: Record<string, unknown> = {};
    for (const { schema } of this.#parts.declarations.importedColumns.filter(
      (each) => each.table === table,
    )) {
      const parsed = schema.safeParse(values);
      if (!parsed.success) {
        const { issues } = parsed.error;
        throw new Refused(
          issues.map(({ path, message }) => [...path, message].join(": ")).join("; "),
          issues.map(({ path }) => String(path[0])),
        );
      }
      Object.assign(columns, parsed.data);
    }
    return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  }

  #declared(table: string): DeclaredOwnedTable {
    const declared = ownedTables(this.#parts.declarations).find((each) => each.table === table);
    if (!declared) throw new TypeError(`Rows of ${table} have no owner.`);
    return declared;
  }

  /** Counts what comes in, and notes what is refused; whatever else goes wrong ends the whole. */
  async #attempt(kind: string, place: string, work: () => Promise<unknown>): Promise<void> {
    try {
      if ((await work()) !== false) this.taken.set(kind, (this.taken.get(kind) ?? 0) + 1);
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      this.refused.push(`${place}: ${reason}`);
    }
  }

  async #insert(table: string, columns: Record<string, unknown>): Promise<void> {
    const { owner } = this.#declared(table);
    if (typeof owner !== "string") throw new TypeError(`Rows of ${table} have no one owner.`);
    const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
    const record = JSON.stringify(columns);
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
    columns: Record<string, unknown>,
  ): Promise<string> {
    const record = JSON.stringify(columns);
    // One that says nothing of itself changes nothing.
    const set = sql.join([
      sql`user_id = mine.user_id`,
      ...Object.keys(columns).map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`),
    ]);
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

  /** As `#file`. @throws Refused when the archive hasn't got it */
  async #requireFile(
    kind: string,
    address: unknown,
    about: Record<string, string> = {},
    name?: string,
  ): Promise<string> {
    const id = await this.#file(kind, address, about, name);
    if (!id) throw new Refused("its file is not in the archive");
    return id;
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

/** Why something isn't taken, in words. */
class Refused extends Error {
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[] = []) {
    super(message);
    this.fields = fields;
  }
}

function isOfCustomUrl(error: unknown): boolean {
  if (error instanceof Refused) return error.fields.includes("custom_url");
  return (
    error instanceof DatabaseError && error.constraint?.startsWith("musician_profiles_custom_url") === true
  );
}

/** A row's name in the report. */
function nameOf(row: Row["values"]): string {
  const name = row.title ?? row.artist_name ?? row.url ?? row.file_name ?? row.author_name ?? row.caption;
  return typeof name === "string" && name ? ` “${name.slice(0, 80)}”` : "";
}

/** Why a row or a file isn't imported; undefined for a fault of the server's. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof Refused) return error.message;
  if (error instanceof AppError && error.status < 500) return error.publicText;
  if (!(error instanceof DatabaseError)) return undefined;
  // Class 22: a value of another kind; class 23: a rule.
  if (error.code?.startsWith("23"))
    return `it breaks the rule ${error.constraint ?? error.column ?? error.code}`;
  return error.code?.startsWith("22") ? "it holds a value that can't be" : undefined;
}
