import type { Readable } from "node:stream";
import { sql } from "kysely";
import { csvLines, csvOf } from "../../app/shared/csv.ts";
import type { Actor } from "../db/database.ts";
import { type Declarations, fileColumns, ownedTables } from "../features.ts";
import { program } from "../released.ts";
import type { Services } from "../services.ts";
import type { Visit } from "../static-copy/artist-copy.ts";
import { exportedPage } from "./exported-page.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

/** The version of the archive's shape, which counts up when an older reader would misread one. Such a reader refuses it. */
export const exportVersion = 1;

/** Rows that are in memory at a time: at first, and then as many as come to this much text. */
const rowsAtOnce = 500;
const mostRowsAtOnce = 10_000;
const textAtOnce = 2_000_000;

interface Column {
  name: string;
  type: string;
}

interface Shape {
  columns: Column[];
  /** The columns that identify its rows, in the order of the key. */
  key: Column[];
}

type Row = Record<string, unknown>;

/**
 * All data of one musician in a zip archive, read while it is sent: rows as JSON and CSV, their messages, their
 * files, and a page that explains the contents. It is read in the musician's own name, so it holds nothing that they
 * may not see. A file that is gone is named in `missing-files.txt`.
 * @param visit renders the musician's public page, which is then in the archive to be opened from a disk
 * @throws AppError `unavailable`, while it is read, when the database or the store is away
 */
export function exportAccount(
  services: Pick<Services, "db" | "storage" | "config" | "site" | "declarations">,
  userId: string,
  now = new Date(),
  visit?: Visit,
): Readable {
  return zipOf(entriesOf(services, userId, now, visit));
}

async function* entriesOf(
  {
    db,
    storage,
    config,
    site,
    declarations,
  }: Pick<Services, "db" | "storage" | "config" | "site" | "declarations">,
  userId: string,
  now: Date,
  visit: Visit | undefined,
): AsyncGenerator<ZipEntry> {
  const musician = db.asMusician(userId);
  const tables = exportedTables(declarations);
  const shapes = await shapesOf(musician, tables);
  const account = await musician.read((tx) =>
    tx.selectFrom("users").select(["email", "created_at"]).where("id", "=", userId).executeTakeFirstOrThrow(),
  );
  const about = {
    format: "handbill-account",
    version: exportVersion,
    exported_at: now,
    from: config.origin,
    account,
  };
  yield {
    name: "README.txt",
    input: readme((await site.shown()).name, config.origin, now),
    lastModified: now,
  };
  if (visit) {
    const page = exportedPage({ db, config }, userId, visit, archiveNameOf);
    for await (const file of page) yield { ...file, lastModified: now };
  }
  yield { name: "account.json", input: `${JSON.stringify(about, null, 2)}\n`, lastModified: now };
  for (const { table, owner } of tables) {
    const shape = shapes.get(table);
    if (!shape) continue;
    const batches = () => rowsOf(musician, { table, owner, userId, shape });
    yield { name: `data/${table}.json`, input: asJson(batches()), lastModified: now };
    yield { name: `data/${table}.csv`, input: asCsv(shape, batches()), lastModified: now };
  }
  yield { name: "data/messages.json", input: asJson(messagesOf(musician, userId)), lastModified: now };

  const missing: string[] = [];
  const seen = new Set<string>();
  for await (const address of addressesOf(musician, declarations, userId)) {
    const path = address.slice("/uploads/".length);
    const stored = seen.has(path) ? undefined : await storage.head(path);
    if (seen.has(path)) continue;
    seen.add(path);
    if (!stored) {
      missing.push(address);
      continue;
    }
    const bytes = await storage.read(path);
    try {
      yield { name: archiveNameOf(address), input: bytes, lastModified: stored.modified, isStored: true };
    } finally {
      bytes.destroy();
    }
  }
  if (missing.length > 0) {
    const text = `These files are named by your data, but are gone:\n${missing.join("\n")}\n`;
    yield { name: "missing-files.txt", input: text, lastModified: now };
  }
}

/** Where the archive keeps the file that a row names: `files/{folder}/{name}`. */
export function archiveNameOf(address: string): string {
  const [, , folder, , name] = address.split("/");
  return `files/${folder}/${name}`;
}

interface ExportedTable {
  table: string;
  /** The column that says whose a row is. */
  owner: string;
  /** The columns that stay out. */
  without: readonly string[];
}

/** The tables of which an owner's archive has the rows. */
export function exportedTables(declarations: Declarations): ExportedTable[] {
  return ownedTables(declarations).flatMap(({ table, owner, exported, madeAnew = [], secrets = [] }) =>
    exported === true && typeof owner === "string"
      ? [{ table, owner, without: [...madeAnew, ...secrets] }]
      : [],
  );
}

/** The columns of each table that a musician may read, but for those that are made anew, and secrets. The database says it, so that it can't be more. */
async function shapesOf(musician: Actor, tables: readonly ExportedTable[]): Promise<Map<string, Shape>> {
  const names = tables.map(({ table }) => table);
  const { rows } = await musician.read((tx) =>
    sql<{ table: string; name: string; type: string; place: number | null; readable: boolean }>`
      select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
             array_position(indkey::int2[], attnum) as place,
             has_column_privilege(pg_class.oid, attnum, 'select') as readable
      from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      join pg_index on indrelid = pg_class.oid and indisprimary
      where relnamespace = 'public'::regnamespace and relname = any (${names})
      order by relname, attnum`.execute(tx),
  );
  const shapes = new Map<string, Shape>();
  for (const { table, without } of tables) {
    const all = rows.filter((row) => row.table === table);
    shapes.set(table, {
      columns: all.filter(({ name, readable }) => readable && !without.includes(name)),
      key: all.filter(({ place }) => place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0)),
    });
  }
  return shapes;
}

interface Wanted {
  table: string;
  owner: string;
  userId: string;
  shape: Shape;
}

async function* rowsOf(
  musician: Actor,
  { table, owner, userId, shape }: Wanted,
): AsyncGenerator<{ json: string }[]> {
  const key = sql.join(shape.key.map(({ name }) => sql.ref(name)));
  let last: Row | undefined;
  let limit = rowsAtOnce;
  do {
    const after = last;
    const most = limit;
    const { rows } = await musician.read((tx) =>
      // As text, because numbers and times lose nothing there.
      sql<{ json: string }>`
        select to_jsonb(own)::text as json
        from (
          select ${sql.join(shape.columns.map(({ name }) => sql.ref(name)))} from ${sql.table(table)}
          where ${sql.ref(owner)} = ${userId}
            ${
              after
                ? sql`and (${key}) > (${sql.join(
                    shape.key.map(({ name, type }) => sql`${after[name]}::text::${sql.raw(type)}`),
                  )})`
                : sql``
            }
          order by ${key} limit ${most}
        ) own
        order by ${key}`.execute(tx),
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = rows.length === most ? JSON.parse(end.json) : undefined;
    // Each batch may cost the database a look at all that is left, so there are few of them.
    const text = rows.reduce((sum, { json }) => sum + json.length, 0);
    limit = Math.min(Math.max(Math.floor((textAtOnce * rows.length) / text), rowsAtOnce), mostRowsAtOnce);
  } while (last);
}

async function* asJson(batches: AsyncIterable<{ json: string }[]>): AsyncGenerator<string> {
  let first = true;
  for await (const batch of batches) {
    yield (first ? "[\n" : ",\n") + batch.map(({ json }) => json).join(",\n");
    first = false;
  }
  yield first ? "[]\n" : "\n]\n";
}

async function* asCsv(
  { columns }: Shape,
  batches: AsyncIterable<{ json: string }[]>,
): AsyncGenerator<string> {
  yield csvOf([columns.map(({ name }) => name)]);
  for await (const batch of batches) {
    yield csvLines(
      batch.map(({ json }) => {
        const row: Row = JSON.parse(json);
        return columns.map(({ name }) => cellOf(row[name]));
      }),
    );
  }
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
}

/** Both sides of the conversations, in which the others go by the names they chose. */
async function* messagesOf(musician: Actor, userId: string): AsyncGenerator<{ json: string }[]> {
  let last: { at: string; id: string } | undefined;
  do {
    const after = last;
    const { rows } = await musician.read((tx) =>
      sql<{ json: string; at: string; id: string }>`
        select id, sent_at::text as at, json_build_object(
            'conversation', conversation, 'with', with_name,
            'from', case when is_own then 'you' else with_name end,
            'sent_at', sent_at, 'content', content, 'is_read', is_read, 'tracks', tracks)::text as json
        from (${allMessages(userId)}) message
        ${after ? sql`where (sent_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
        order by sent_at, id limit ${rowsAtOnce}`.execute(tx),
    );
    if (rows.length > 0) yield rows;
    last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
  } while (last);
}

/** Those of here, and those that came with an archive. */
const allMessages = (userId: string) => sql`
  select message.id, conversation.id as conversation, coalesce(profile.artist_name, 'Musician') as with_name,
    message.sender_id = ${userId} as is_own, message.created_at as sent_at, message.content, message.is_read,
    array(
      select attachment.file_name from message_attachments attachment
      where attachment.message_id = message.id order by attachment.id) as tracks
  from messages message
  join conversations conversation on conversation.id = message.conversation_id
  left join musician_profiles profile on profile.user_id =
    case when conversation.participant_1 = ${userId} then conversation.participant_2
         else conversation.participant_1 end
  union all
  select id, conversation, with_name, is_own, sent_at, content, is_read, tracks from archived_messages`;

/** The address of every file that the musician's rows name; of a picture the largest size. */
async function* addressesOf(
  musician: Actor,
  declarations: Declarations,
  userId: string,
): AsyncGenerator<string> {
  const exported = new Set(exportedTables(declarations).map(({ table }) => table));
  for (const { table, column, owner, madeAnew } of fileColumns(declarations)) {
    if (!owner || madeAnew || !exported.has(table)) continue;
    let last: string | undefined;
    do {
      const after = last;
      const { rows } = await musician.read((tx) =>
        sql<{ id: string; address: string }>`
          select id, ${sql.ref(column)} as address from ${sql.table(table)}
          where ${sql.ref(owner)} = ${userId} and ${sql.ref(column)} is not null
            ${after ? sql`and id > ${after}` : sql``}
          order by id limit ${rowsAtOnce}`.execute(tx),
      );
      for (const { address } of rows) yield address;
      last = rows.length === rowsAtOnce ? rows.at(-1)?.id : undefined;
    } while (last);
  }
}

function readme(siteName: string, origin: string, now: Date): string {
  return `Your data on ${siteName} (${origin}), as of ${now.toISOString()}

index.html        your page as visitors see it, while it is public: open it in any browser, no internet needed
account.json      who you are, and which shape this archive has
data/*.json       everything you have written and received, one file for each kind, one line for each row
data/*.csv        the same for spreadsheets; a text that would be taken for a formula begins with an apostrophe
data/messages.json  your conversations with other musicians
files/music       your tracks as you uploaded them
files/photos      your photos in their largest size
files/avatars     your picture, your cover and what they were cut from, the covers of your tracks and releases
files/press-kits  your press kit

A row names its file by an address such as /uploads/music/{your id}/{name}: here it is files/music/{name}.
Times are in UTC. Your password, the secret part of your private links, and whatever else could let somebody in are not in here.

Account, Import at a Handbill brings your links, dates, music, photos, videos and subscribers into another account.
The operator can make a new account of all of it: ${program} import --from ARCHIVE --email ADDRESS
`;
}
