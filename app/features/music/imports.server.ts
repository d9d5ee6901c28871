import { z } from "zod";
import type { Reader, Writer } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { type ArchiveFiles, type FoundRow, importKind } from "#server/import-kinds.ts";
import { inspectAudio } from "#server/media/audio.ts";
import { embeddedCover } from "#server/media/embedded-cover.ts";
import { type StoredPicture, storeImage } from "#server/media/images.ts";
import {
  type ArchivedRow,
  archivedEntries,
  archivedRows,
  archivedText,
  folderOf,
  type ImportedArchive,
  type ImportedFile,
  isCover,
} from "#server/media/import-file.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { fileDigestField } from "~/shared/archived";
import { formatDuration } from "~/shared/duration";
import { versionOf } from "~/shared/form-version";
import { plainLine, plainText } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { barcodeOf, isrcOf } from "./codes.ts";
import { insertTrack, type NewTrack } from "./commands.server";
import { usualKind } from "./releases.ts";
import { addTracks, deleteRelease, insertLinks, insertRelease } from "./releases-commands.server";
import { releaseLinks } from "./releases-queries.server";
import {
  releaseLimits,
  releaseSchema,
  releaseValues,
  textLimits,
  tooManyReleases,
  trackDetailsSchema,
  trackDetailsValues,
} from "./releases-schema";
import { titleFromFileName, titleLimit, trackTitle } from "./schema";
import { storeSound } from "./uploads.server";

type Entry = ImportedArchive["entries"][number];

/** A sound of an archive, and its place among the archive's entries. */
interface Sound {
  entry: Entry;
  at: number;
  /** As its release is called; empty for a track of none. */
  album: string;
}

/** Those of one release stand together, by disc and number. */
function soundsIn({ entries }: ImportedArchive): Sound[] {
  const sounds = entries.flatMap((entry, at) =>
    entry.type === "sound" ? [{ entry, at, album: plainLine(entry.sound?.album ?? "", titleLimit) }] : [],
  );
  const first = new Map<string, number>();
  for (const { album, at } of sounds) if (album && !first.has(keyOf(album))) first.set(keyOf(album), at);
  const placeOf = ({ album, at }: Sound) => first.get(keyOf(album)) ?? at;
  return sounds.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) ||
      (one.entry.sound?.disc ?? 1) - (other.entry.sound?.disc ?? 1) ||
      (one.entry.sound?.number ?? 0) - (other.entry.sound?.number ?? 0) ||
      one.at - other.at,
  );
}

const keyOf = (title: string) => title.toLowerCase();

const entryOf = z.coerce.number().int();

/** A picture that was stored for a row, before the row is written. */
interface WithPicture {
  picture?: StoredPicture;
}

// Tracks

const trackForm = z.object({
  entry: entryOf,
  digest: z.string(),
  album: z.string(),
  /** The row of its release in an account's archive; 0 where its album tells. */
  release: z.coerce.number().int().default(0),
  /** The entry that holds its own cover, which may be the sound itself; -1 without one. */
  cover: entryOf,
  is_visible: z.stringbool(),
  /** Whether it is on a release that may not be out: without this release, which is a draft here, it is hidden. */
  isWithheld: z.stringbool(),
  downloads_enabled: z.stringbool(),
  title: trackTitle,
  ...trackDetailsSchema.omit({ id: true, version: true }).shape,
});

interface TrackForm extends z.output<typeof trackForm>, WithPicture {
  stored?: NewTrack;
}

function trackRow({ entry, at, album }: Sound): FoundRow {
  const { name, problem, digest = "", sound } = entry;
  const file = name.slice(name.lastIndexOf("/") + 1);
  const isrc = isrcOf(sound?.isrc ?? "");
  const lyrics = plainText(sound?.lyrics ?? "");
  const hasRoom = lyrics.length <= textLimits.lyrics;
  const notes = [
    sound?.isrc &&
      !isrc &&
      t("“{code}” is no ISRC: it comes in without.", { code: plainLine(sound.isrc, 40) }),
    !hasRoom && t("Its lyrics are too long: it comes in without."),
  ].filter(Boolean);
  return {
    row: at + 1,
    fields: {
      entry: String(at),
      digest,
      album,
      title: plainLine(sound?.title ?? "", titleLimit) || titleFromFileName(file),
      ...{ lyrics: hasRoom ? lyrics : "", isrc: isrc ?? "", credits: "", licence: "all-rights-reserved" },
      // The covers of a release's tracks are the release's.
      cover: String(album ? -1 : at),
      ...{ is_visible: "true", isWithheld: "false", downloads_enabled: "true" },
      // Shown, and no part of the form.
      detail: [
        sound?.number && t("No. {number}|of a track", { number: sound.number }),
        album,
        sound?.seconds && formatDuration(sound.seconds),
        isrc && `ISRC ${isrc}`,
        lyrics && hasRoom && t("with lyrics"),
        name,
      ]
        .filter(Boolean)
        .join(" · "),
    },
    ...(problem && { keptOut: problem }),
    ...(notes.length > 0 && { note: notes.join(" ") }),
  };
}

/** Those of an account's archive, in their artist's order; those of a release by their places on it. */
function archivedTracks(file: ImportedArchive): FoundRow[] {
  const placeOf = archivedEntries(file);
  const releases = new Map(
    archivedReleases(file).map((release, place) => [
      release.id,
      { title: archivedText(release, "title"), row: place + 1 },
    ]),
  );
  const places = Map.groupBy(archivedRows(file, "release_tracks"), ({ track_id }) => track_id);
  const rows = archivedRows(file, "music_tracks").map((track, place) => {
    const text = (column: string) => archivedText(track, column);
    const at = placeOf(text("file_url"));
    const entry = at === undefined ? undefined : file.entries[at];
    const own = places.get(track.id) ?? [];
    const on = own.find(({ release_id }) => releases.has(release_id));
    const { title: album, row: release } = releases.get(on?.release_id) ?? { title: "", row: 0 };
    const digest = fileDigestField.safeParse(track.source_digest);
    const isTooLong = text("lyrics").length > textLimits.lyrics;
    const isVisible = track.is_visible === true;
    const keptOut = entry?.type === "sound" ? entry.problem : t("Its file is not in this archive.");
    const fields = {
      entry: String(at ?? -1),
      digest: digest.data ?? entry?.digest ?? "",
      ...{ album, release: String(release) },
      ...{ title: text("title"), lyrics: isTooLong ? "" : text("lyrics"), isrc: text("isrc") },
      // Older archives have no licences.
      ...{ credits: text("credits"), licence: text("licence") || "all-rights-reserved" },
      cover: String(coverPlace(file, placeOf(text("cover_image")))),
      ...{ is_visible: String(isVisible), isWithheld: String(own.length > 0) },
      downloads_enabled: String(track.downloads_enabled === true),
      detail: [
        album,
        entry?.sound?.seconds && formatDuration(entry.sound.seconds),
        text("isrc") && `ISRC ${text("isrc")}`,
        text("lyrics") && !isTooLong && t("with lyrics"),
        !isVisible && t("hidden|a track"),
      ]
        .filter(Boolean)
        .join(" · "),
    };
    const row: FoundRow = {
      // Its file's place, as with other archives; after all files where there is none.
      row: (at ?? file.entries.length + place) + 1,
      fields,
      ...(keptOut && { keptOut }),
      ...(isTooLong && { note: t("Its lyrics are too long: it comes in without.") }),
    };
    return { row, release: on?.release_id, number: Number(on?.position) || 0, place };
  });
  const first = new Map<unknown, number>();
  for (const { release, place } of rows) if (release && !first.has(release)) first.set(release, place);
  return rows
    .toSorted(
      (one, other) =>
        (first.get(one.release) ?? one.place) - (first.get(other.release) ?? other.place) ||
        one.number - other.number,
    )
    .map(({ row }) => row);
}

const trackColumns = [
  "title",
  "is_visible",
  "downloads_enabled",
  "lyrics",
  "credits",
  "licence",
  "isrc",
] as const;

function trackVersion({
  title,
  is_visible,
  downloads_enabled,
  ...details
}: Parameters<typeof trackDetailsValues>[0] & {
  title: string;
  is_visible: boolean;
  downloads_enabled: boolean;
}): string {
  const switches = `${is_visible} ${downloads_enabled}`;
  return versionOf({ ...trackDetailsValues(details), title, switches });
}

const tracks = importKind<TrackForm>({
  name: "tracks",
  many: msg("tracks|rows of a file"),
  counted: (count) => t("{count, plural, one {# track} other {# tracks}}", { count }),
  find(file) {
    if (file.is !== "archive") return [];
    return file.account ? archivedTracks(file) : soundsIn(file).map(trackRow);
  },
  schema: trackForm,
  labelOf: ({ title = "" }) => title,
  detailOf: ({ detail = "" }) => detail,
  keyOf: ({ digest }) => digest,
  async known(tx, userId, digests) {
    const rows = await tx
      .selectFrom("music_tracks")
      .select(["source_digest", "title"])
      .where("user_id", "=", userId)
      .where("source_digest", "in", digests)
      .execute();
    return new Map(
      rows.map(({ source_digest, title }) => [
        source_digest ?? "",
        t("Your track “{title}” is this file.", { title }),
      ]),
    );
  },
  async store(services, userId, form, files) {
    const id = `import-${files.id}-${form.entry}`;
    return files.use(form.entry, async (path) => {
      const { path: stored, facts } = await storeSound(services, userId, { id, path });
      let picture: StoredPicture | undefined;
      if (form.cover === form.entry) {
        const embedded = await embeddedCover(path, facts.format);
        if (embedded) picture = await storeCover(services, userId, id, embedded);
      } else if (form.cover >= 0) {
        picture = await files.use(form.cover, (own) => storeCover(services, userId, id, own));
      }
      const { size } = (await services.storage.head(stored)) ?? { size: 0 };
      return {
        ...form,
        ...(picture && { picture }),
        stored: {
          ...{ title: form.title, lyrics: form.lyrics, isrc: form.isrc, source_digest: form.digest },
          downloads_enabled: form.downloads_enabled,
          file_url: `/uploads/${stored}`,
          duration: facts.durationSeconds,
          tag_title: null,
          file_size: size,
          ...(picture && { cover_image: picture.src }),
        },
      };
    });
  },
  async save(tx, { config }, userId, forms, { made = [] }) {
    const saved = [];
    for (const { stored, picture, album, release: row, isWithheld, ...form } of forms) {
      if (!stored) throw new Error("A track was to be saved before its sound was stored.");
      if (picture) await recordPicture(tx, config, userId, picture);
      const named = made
        .filter(({ kind }) => kind === "releases")
        .find((one) => (row > 0 ? one.row === row : keyOf(one.label) === keyOf(album)));
      // A release that was deleted meanwhile takes no track.
      const release = named && (await isThere(tx, named.id)) ? named : undefined;
      const is_visible = form.is_visible && (!isWithheld || release !== undefined);
      const id = await insertTrack(tx, config, userId, { ...stored, is_visible });
      const { credits, licence } = form;
      await tx.updateTable("music_tracks").set({ credits, licence }).where("id", "=", id).execute();
      if (release) await addTracks(tx, userId, release.id, [id]);
      saved.push({ id, version: trackVersion({ ...form, is_visible }) });
    }
    return saved;
  },
  async versions(tx, userId, ids) {
    const rows = await tx
      .selectFrom("music_tracks")
      .select(["id", ...trackColumns])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .forUpdate()
      .execute();
    return new Map(rows.map(({ id, ...track }) => [id, trackVersion(track)]));
  },
  async delete(tx, _, ids) {
    await deleteRestorably(tx, "track", ids);
  },
});

async function isThere(tx: Reader, release: string): Promise<boolean> {
  const row = await tx
    .selectFrom("releases")
    .select("id")
    .where("id", "=", release)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

function storeCover({ storage }: Services, userId: string, id: string, source: string | Uint8Array) {
  return storeImage(storage, { folder: "avatars", userId, name: `cover-${id}`, source });
}

// Releases: each begins as a draft, before its tracks come in, so that none of them is public for a moment

const releaseForm = releaseSchema.omit({ id: true, version: true, time_zone: true }).extend({
  /** The entry that holds its cover; -1 without one. */
  cover: entryOf,
  /** Of its tracks. */
  digests: z.string(),
});

type ReleaseForm = z.output<typeof releaseForm> & WithPicture;

/** Of an account's archive, without the deleted ones. */
function archivedReleases(file: ImportedArchive): ArchivedRow[] {
  return archivedRows(file, "releases").filter(({ deleted_at }) => !deleted_at);
}

/** The place of a cover's entry as a form has it: -1 for none, and for what can't be a cover. */
function coverPlace({ entries }: ImportedArchive, at: number | undefined): number {
  const entry = at === undefined ? undefined : entries[at];
  return at !== undefined && entry && isSquare(entry) ? at : -1;
}

function archivedReleaseRows(file: ImportedArchive): FoundRow[] {
  const placeOf = archivedEntries(file);
  const tracks = new Map(archivedRows(file, "music_tracks").map((track) => [track.id, track]));
  const places = Map.groupBy(archivedRows(file, "release_tracks"), ({ release_id }) => release_id);
  const links = Map.groupBy(archivedRows(file, "release_links"), ({ release_id }) => release_id);
  const digestOf = (track: ArchivedRow) => {
    const digest = fileDigestField.safeParse(track.source_digest);
    const at = placeOf(archivedText(track, "file_url"));
    return digest.data ?? (at === undefined ? undefined : file.entries[at]?.digest) ?? "";
  };
  return archivedReleases(file).map((release, place) => {
    const text = (column: string) => archivedText(release, column);
    const cover = coverPlace(file, placeOf(text("cover_image")));
    const own = (places.get(release.id) ?? []).flatMap(({ track_id }) => {
      const track = tracks.get(track_id);
      return track ? [track] : [];
    });
    return {
      row: place + 1,
      fields: {
        ...{ title: text("title"), kind: text("kind"), licence: text("licence") },
        ...{ description: text("description"), credits: text("credits") },
        ...{ release_date: text("release_date"), upc: text("upc") },
        links: (links.get(release.id) ?? []).map((link) => archivedText(link, "url")).join("\n"),
        cover: String(cover),
        digests: own.map(digestOf).join(" "),
        detail: [
          t("{count, plural, one {# track} other {# tracks}}", { count: own.length }),
          text("release_date"),
          cover >= 0 && t("with its cover"),
        ]
          .filter(Boolean)
          .join(" · "),
      },
      note: t("It comes in as a draft, for you to publish."),
    };
  });
}

function releaseRows(file: ImportedArchive): FoundRow[] {
  if (file.account) return archivedReleaseRows(file);
  const albums = Map.groupBy(
    soundsIn(file).filter(({ entry, album }) => album && !entry.problem),
    ({ album }) => keyOf(album),
  );
  return [...albums.values()].map((sounds, place) => {
    const [first] = sounds;
    const said = (name: "date" | "barcode") =>
      sounds.map(({ entry }) => entry.sound?.[name] ?? "").find((text) => text !== "") ?? "";
    const day = /^\d{4}-\d\d-\d\d$/.test(said("date")) ? said("date") : "";
    const barcode = barcodeOf(said("barcode"));
    const folders = new Set(sounds.map(({ entry }) => folderOf(entry.name)));
    const picture = file.entries.findIndex(
      (entry) => folders.has(folderOf(entry.name)) && isCover(file, entry) && isSquare(entry),
    );
    return {
      row: place + 1,
      fields: {
        ...{ title: first?.album ?? "", description: "", credits: "", licence: "all-rights-reserved" },
        links: "",
        kind: usualKind(sounds.length),
        release_date: day,
        upc: "code" in barcode ? barcode.code : "",
        cover: String(picture >= 0 ? picture : (first?.at ?? -1)),
        digests: sounds.map(({ entry }) => entry.digest).join(" "),
        detail: [
          t("{count, plural, one {# track} other {# tracks}}", { count: sounds.length }),
          day,
          picture >= 0 && t("cover: {file}", { file: file.entries[picture]?.name ?? "" }),
        ]
          .filter(Boolean)
          .join(" · "),
      },
      note: t("It comes in as a draft, for you to publish."),
    };
  });
}

const isSquare = ({ picture }: Entry) => picture !== undefined && picture.width === picture.height;

/** Two of an archive may have one title, with other tracks. */
const releaseKey = ({ title, digests }: Pick<ReleaseForm, "title" | "digests">) =>
  `${keyOf(title)}\n${digests}`;

const releases = importKind<ReleaseForm>({
  name: "releases",
  many: msg("releases|rows of a file"),
  counted: (count) => t("{count, plural, one {# release} other {# releases}}", { count }),
  find: (file: ImportedFile) => (file.is === "archive" ? releaseRows(file) : []),
  schema: releaseForm,
  labelOf: ({ title = "" }) => title,
  detailOf: ({ detail = "" }) => detail,
  keyOf: releaseKey,
  async known(tx, userId, keys, made) {
    const others = made.filter(({ kind }) => kind === "releases").map(({ id }) => id);
    const rows = await tx
      .selectFrom("releases")
      .select("title")
      .where("user_id", "=", userId)
      .$if(others.length > 0, (query) => query.where("id", "not in", others))
      .where("deleted_at", "is", null)
      .limit(releaseLimits.releases)
      .execute();
    const titles = new Set(rows.map(({ title }) => keyOf(title)));
    const digests = await tx
      .selectFrom("music_tracks")
      .select("source_digest")
      .where("user_id", "=", userId)
      .where("source_digest", "in", [...new Set(keys.flatMap(digestsOf))])
      .execute();
    const there = new Set(digests.map(({ source_digest }) => source_digest));
    return new Map(
      keys.flatMap((key) => {
        const [title = ""] = key.split("\n");
        if (titles.has(title)) return [[key, t("You have a release of this title already.")]];
        const isThere = digestsOf(key).every((digest) => there.has(digest));
        return isThere ? [[key, t("You have all of its tracks already.")]] : [];
      }),
    );
  },
  async room(tx, userId) {
    const { count } = await tx
      .selectFrom("releases")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    return {
      rows: releaseLimits.releases - count,
      text: t(tooManyReleases, { limit: releaseLimits.releases }),
    };
  },
  store: (services, userId, form, files) => withCover(services, userId, form, files),
  async save(tx, services, userId, forms) {
    const saved = [];
    for (const { picture, cover, digests, links, ...about } of forms) {
      const id = await insertRelease(tx, userId, about);
      await insertLinks(tx, userId, id, links);
      if (picture) await recordPicture(tx, services.config, userId, picture);
      await tx
        .updateTable("releases")
        .set({ ...about, ...(picture && { cover_image: picture.src }) })
        .where("id", "=", id)
        .execute();
      saved.push({ id, version: (await releaseVersions(tx, userId, [id])).get(id) ?? "" });
    }
    return saved;
  },
  versions: releaseVersions,
  async delete(tx, _, ids) {
    for (const id of ids) await deleteRelease(tx, id);
  },
});

const digestsOf = (key: string) => (key.split("\n")[1] ?? "").split(" ");

async function withCover(
  services: Services,
  userId: string,
  form: ReleaseForm,
  files: ArchiveFiles,
): Promise<ReleaseForm> {
  if (form.cover < 0) return form;
  const picture = await files.use(form.cover, async (path, name) => {
    const source = isSound(name) ? await embeddedCover(path, (await inspectAudio(path)).format) : path;
    return source ? storeCover(services, userId, `import-${files.id}-${form.cover}`, source) : undefined;
  });
  return { ...form, ...(picture && { picture }) };
}

const isSound = (name: string) => /\.(mp3|wav|m4a|flac|ogg)$/i.test(name);

async function releaseVersions(
  tx: Writer,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom("releases")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .forUpdate()
    .execute();
  const versions = new Map<string, string>();
  for (const release of rows) {
    const values = releaseValues({ ...release, links: await releaseLinks(tx, release.id) });
    versions.set(release.id, versionOf({ ...values, is_published: String(release.published_at !== null) }));
  }
  return versions;
}

export const importKinds = { releases, tracks };
