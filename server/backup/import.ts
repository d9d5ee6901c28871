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
import { t } from "../../app/shared/t.ts";
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

/** Rows that come with their file, and letters, which are drafts until their pictures are here. */
const onTheirOwn = [
  ...[
    "musician_profiles",
    "picture_originals",
    "music_tracks",
    "photo_gallery",
    "releases",
    "page_links",
    "press_kits",
  ],
  ...["letters", "letter_pictures"],
];
/** They name rows of every other kind. */
const statistics = ["analytics_days", "analytics_listening"];
/** What an archive calls otherwise than its table here: the others' side of a conversation is nobody here. */
const entryOf: Record<string, string> = { archived_messages: "messages" };
/** An id within a text or JSON. */
const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const blocksOfLetter = z.array(z.looseObject({ id: z.string().optional() }));

/**
 * Makes a new account of a musician's export from a Handbill. Refused items are reported, and the rest comes in. Nobody is
 * mailed, and the account has no right that a new one hasn't.
 * @param isVouchedFor whether the operator knows the archive to be a Handbill's, as it was: subscribers who have
 * confirmed there needn't do so again, and former addresses lead to the page
 * @throws StartError when the archive is none, or the address has an account already
 */
export async function importAccount(
  parts: Parts,
  archive: Archive,
  email: string,
  { isVouchedFor = false } = {},
): Promise<ImportReport> {
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
  const importer = new AccountImporter(parts, archive, user.id, isVouchedFor);
  try {
    await importer.profile();
    const declared = ownedTables(parts.declarations).filter(
      ({ table, imported }) => imported && ![...onTheirOwn, ...statistics].includes(table),
    );
    const isOfOthers = ({ imported }: DeclaredOwnedTable) => (imported?.of ?? imported?.names) !== undefined;
    for (const each of declared) if (!isOfOthers(each)) await importer.plainRows(each.table);
    await importer.formerPreferences();
    await importer.links();
    await importer.tracks();
    await importer.photos();
    await importer.pressKit();
    await importer.releases();
    await importer.letters();
    for (const each of declared) if (isOfOthers(each)) await importer.plainRows(each.table);
    // Imported rows are no events of today.
    await parts.db
      .asSystem()
      .write((tx) => tx.deleteFrom("analytics_days").where("user_id", "=", user.id).execute());
    for (const table of statistics) await importer.plainRows(table);
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
  readonly #isVouchedFor: boolean;
  /** The ids here of what other rows name, by those in the archive. */
  readonly #newIds = new Map<string, string>();

  constructor(parts: Parts, archive: Archive, userId: string, isVouchedFor: boolean) {
    this.#parts = parts;
    this.#archive = archive;
    this.#userId = userId;
    this.#isVouchedFor = isVouchedFor;
  }

  async profile(): Promise<void> {
    const table = "musician_profiles";
    const [row] = await this.#rows(table);
    if (!row) return;
    const withoutAddress = () => ({
      ...this.#columns(table, { ...row.values, custom_url: "" }),
      custom_url: null,
    });
    let taken: Record<string, unknown> = {};
    await this.#attempt("profile", row.place, async () => {
      taken = withoutAddress();
      if (!row.values.custom_url) return this.#insert(table, taken);
      try {
        await this.#insert(table, this.#columns(table, row.values));
      } catch (error) {
        if (!isOfCustomUrl(error)) throw error;
        await this.#insert(table, taken);
        this.refused.push(
          `${row.place}: the custom URL ${row.values.custom_url}: another has it, or it can't be one`,
        );
      }
    });
    const originals = await this.#rows("picture_originals");
    for (const [kind, column, name] of [
      ["avatar", "avatar_url", "profile picture"],
      ["cover", "cover_image", "cover image"],
    ] as const) {
      const address = row.values[column];
      const original = originals.find(({ values }) => address !== undefined && values.kind === kind);
      if (original && (await this.#original(kind, name, original))) continue;
      await this.#attempt(name, `${row.place}: ${name}`, () =>
        this.#file(kind, address).then((file) => file !== undefined),
      );
    }
    // Its pictures have changed it.
    await this.#set(table, "user_id", this.#userId, { updated_at: taken.updated_at });
  }

  /** Cuts a picture of the profile anew from what it was cut from. @returns whether that was possible */
  async #original(kind: string, name: string, { values, place }: Row): Promise<boolean> {
    const before = this.refused.length;
    await this.#attempt(name, place, async () => {
      const shares = Object.entries(this.#columns("picture_originals", values));
      const about = Object.fromEntries(shares.map(([column, share]) => [column, String(share)]));
      await this.#requireFile(kind, values.file_url, about);
    });
    return this.refused.length === before;
  }

  /** @param beside takes what comes with a row, by its id */
  async plainRows(table: string, beside?: (id: string, row: Row) => Promise<void>): Promise<void> {
    const { most, of = [], names = [], vouched } = this.#declared(table).imported ?? {};
    const kind = table.replaceAll("_", " ");
    const rows = await this.#rows(entryOf[table] ?? table);
    if (vouched === true && !this.#isVouchedFor && rows.length > 0) {
      this.refused.push(`data/${table}.json: these count only where the operator vouches for the archive`);
      return;
    }
    for (const row of rows) {
      const known = this.#known(row, of);
      if (!known) continue;
      await this.#attempt(kind, row.place, async () => {
        if (most && (this.taken.get(kind) ?? 0) >= most.rows)
          throw new Refused(t(most.text, { limit: most.rows }));
        const columns = { ...this.#named(row, this.#columns(table, row.values), names), ...known };
        const old = row.values.id;
        if (typeof old !== "string" && !beside) return this.#insert(table, columns);
        const id = randomUUID();
        await this.#insert(table, { ...columns, id });
        if (typeof old === "string") this.#newIds.set(old, id);
        await beside?.(id, row);
      });
    }
  }

  /** The ids here of the rows that a row is of; undefined when one of them stayed out. */
  #known({ values }: Row, columns: readonly string[]): Record<string, string> | undefined {
    const known: Record<string, string> = {};
    for (const column of columns) {
      const old = values[column];
      if (old === undefined) continue;
      const id = this.#newIds.get(String(old));
      if (!id) return undefined;
      known[column] = id;
    }
    return known;
  }

  /** A row's columns, with the ids that the rows they name have here. */
  #named(
    { values }: Row,
    columns: Record<string, unknown>,
    names: readonly string[],
  ): Record<string, unknown> {
    const named = { ...columns };
    for (const column of names) {
      if (column.endsWith("_id")) named[column] = this.#newIds.get(String(values[column]));
      else if (named[column] !== undefined) named[column] = this.#withIdsHere(named[column]);
    }
    return named;
  }

  /** A text or JSON with the ids here of the rows that it names. */
  #withIdsHere(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value).replaceAll(anyId, (old) => this.#newIds.get(old) ?? old));
  }

  links(): Promise<void> {
    return this.plainRows("page_links", (link, { values, place }) =>
      this.#attempt("link pictures", `${place}: picture`, () =>
        this.#file("link-picture", values.image_url, { link }).then((file) => file !== undefined),
      ),
    );
  }

  /** Newsletter issues with what came in of all that their blocks name. Each is a draft until its pictures are here. */
  async letters(): Promise<void> {
    const pictures = await this.#rows("letter_pictures");
    for (const row of await this.#rows("letters")) {
      await this.#attempt("letters", row.place, async () => {
        const { status, scheduled_for, started_at, finished_at, ...columns } = this.#columns(
          "letters",
          row.values,
        );
        const id = randomUUID();
        await this.#insert("letters", { ...columns, id });
        if (typeof row.values.id === "string") this.#newIds.set(row.values.id, id);
        for (const picture of pictures.filter(({ values }) => values.letter_id === row.values.id)) {
          await this.#attempt("letter pictures", picture.place, () =>
            this.#letterPicture({ letter: id }, picture),
          );
        }
        await this.#set("letters", "id", id, {
          ...this.#contents(columns),
          ...(status !== "draft" && { status, scheduled_for, started_at, finished_at }),
        });
      });
    }
    for (const picture of pictures.filter(({ values }) => values.letter_id === undefined)) {
      await this.#attempt("letter pictures", picture.place, () => this.#letterPicture({}, picture));
    }
  }

  /** Blocks that name what didn't come in stay out. */
  #contents({ blocks, audience }: Record<string, unknown>): Record<string, unknown> {
    const kept = blocksOfLetter
      .nullish()
      .parse(blocks)
      ?.filter(({ id }) => id === undefined || this.#newIds.has(id));
    return {
      ...(kept && { blocks: this.#withIdsHere(kept) }),
      ...(audience !== undefined && { audience: this.#withIdsHere(audience) }),
    };
  }

  async #letterPicture(about: Record<string, string>, { values }: Row): Promise<void> {
    const table = "letter_pictures";
    const columns = this.#columns(table, values);
    const file = await this.#requireFile("letter-picture", values.image_url, about);
    await this.#setOfFile(table, "image_url", file, values, columns);
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
        const file = await this.#requireFile("track", values.file_url);
        const trackId = await this.#setOfFile("music_tracks", "file_url", file, values, columns);
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
        if (most && (this.taken.get("releases") ?? 0) >= most.rows)
          throw new Refused(t(most.text, { limit: most.rows }));
        const columns = this.#columns("releases", values);
        const id = randomUUID();
        await this.#insert("releases", { ...columns, id });
        if (typeof values.id === "string") this.#newIds.set(values.id, id);
        await this.#attempt("release covers", `${place}: cover`, () =>
          this.#file("release-cover", values.cover_image, { release: id }).then((file) => file !== undefined),
        );
        // Its cover has changed it.
        await this.#set("releases", "id", id, { updated_at: columns.updated_at });
      });
    }
    // The names that the tracks' files had here for a moment are no addresses that anyone knows.
    await this.#parts.db
      .asSystem()
      .write((tx) => tx.deleteFrom("former_music_slugs").where("user_id", "=", this.#userId).execute());
  }

  async photos(): Promise<void> {
    for (const { values, place } of await this.#rows("photo_gallery")) {
      await this.#attempt("photos", place, async () => {
        const columns = this.#columns("photo_gallery", values);
        const file = await this.#requireFile("photo", values.image_url);
        await this.#setOfFile("photo_gallery", "image_url", file, values, columns);
      });
    }
  }

  async pressKit(): Promise<void> {
    for (const { values, place } of await this.#rows("press_kits")) {
      await this.#attempt("press kit", place, async () => {
        const columns = this.#columns("press_kits", values);
        const file = await this.#requireFile("press-kit", values.file_url, {}, String(values.file_name));
        await this.#setOfFile("press_kits", "file_url", file, values, columns);
      });
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
    const { vouched } = this.#declared(table).imported ?? {};
    const doubtful = this.#isVouchedFor || !Array.isArray(vouched) ? [] : vouched;
    return Object.fromEntries(
      Object.entries(columns).filter(([column, value]) => value !== undefined && !doubtful.includes(column)),
    );
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
    const given = Object.entries(columns).filter(([, content]) => content !== undefined);
    const names = sql.join(given.map(([column]) => sql.ref(column)));
    const record = JSON.stringify(Object.fromEntries(given));
    await this.#parts.db.asSystem().write((tx) =>
      sql`
        insert into ${sql.table(table)} (${sql.ref(owner)}, ${names})
        select ${this.#userId}, ${names} from jsonb_populate_record(null::${sql.table(table)}, ${record}::jsonb)`.execute(
        tx,
      ),
    );
  }

  async #set(table: string, key: string, value: string, columns: Record<string, unknown>): Promise<void> {
    const given = Object.entries(columns).filter(([, content]) => content !== undefined);
    if (given.length === 0) return;
    const set = sql.join(given.map(([column]) => sql`${sql.ref(column)} = given.${sql.ref(column)}`));
    const record = JSON.stringify(Object.fromEntries(given));
    await this.#parts.db.asSystem().write((tx) =>
      sql`
        update ${sql.table(table)} mine set ${set}
        from jsonb_populate_record(null::${sql.table(table)}, ${record}::jsonb) given
        where mine.${sql.ref(key)} = ${value}`.execute(tx),
    );
  }

  /** Gives the row of a file that was just taken what it had. @returns its id */
  async #setOfFile(
    table: string,
    fileColumn: string,
    file: string,
    old: Row["values"],
    columns: Record<string, unknown>,
  ): Promise<string> {
    const { rows } = await this.#parts.db.asSystem().read((tx) =>
      sql<{ id: string }>`
        select id from ${sql.table(table)}
        where user_id = ${this.#userId} and strpos(${sql.ref(fileColumn)}, ${file}) > 0`.execute(tx),
    );
    if (!rows[0]) throw new Error(`The row of a file of ${table} is missing.`);
    const { id } = rows[0];
    await this.#set(table, "id", id, columns);
    if (typeof old.id === "string") this.#newIds.set(old.id, id);
    return id;
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
