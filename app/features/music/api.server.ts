import { sql } from "kysely";
import { z } from "zod";
import { asFormOf, idField, nameField, resource, timeField } from "#server/api/resource.ts";
import { changeTrack, deleteTracks, executeTrackAction, reorderTracks } from "./commands.server";
import { licences, releaseKinds } from "./releases.ts";
import { addRelease, executeReleaseAction, saveRelease, saveTrackDetails } from "./releases-commands.server";
import {
  newReleaseSchema,
  releaseActionSchema,
  releaseLimits,
  releaseSchema,
  textLimits,
  trackDetailsSchema,
} from "./releases-schema";
import { titleLimit, trackActionSchema } from "./schema";

const licence = nameField(licences);
const words = (limit: number) => z.string().max(limit).nullable();

const writtenTrack = z.strictObject({
  title: z.string().min(1).max(titleLimit),
  is_visible: z.boolean(),
  downloads_enabled: z.boolean(),
  lyrics: words(textLimits.lyrics),
  credits: words(textLimits.credits),
  licence,
  isrc: z.string().max(40).nullable(),
});

const tracks = resource({
  path: "tracks",
  area: "music",
  name: { one: "track", many: "tracks" },
  about: "The library. Sounds and covers are sent as files.",
  table: "music_tracks",
  owner: "user_id",
  row: writtenTrack.extend({
    id: idField,
    slug: z.string(),
    duration: z.int().nullable().meta({ description: "Seconds." }),
    file_url: z.string().nullable(),
    cover_image: z.string().nullable(),
    display_order: z.int(),
    created_at: timeField,
  }),
  rows: (tx, userId, asked) =>
    asked(
      tx
        .selectFrom("music_tracks")
        .select(["id", "title", "slug", "duration", "is_visible", "downloads_enabled", "lyrics", "credits"])
        .select(["licence", "isrc", "file_url", "cover_image", "display_order", "created_at"])
        .where("user_id", "=", userId),
    ),
  update: {
    body: writtenTrack.partial(),
    async run(services, userId, stored, changed) {
      const { id } = stored;
      const { title, is_visible, downloads_enabled } = changed;
      if (title !== undefined) {
        const form = asFormOf(trackActionSchema, { intent: "rename-track", id, title });
        await executeTrackAction(services, userId, form);
      }
      if (is_visible !== undefined) await changeTrack(services, userId, id, { is_visible });
      if (downloads_enabled !== undefined) await changeTrack(services, userId, id, { downloads_enabled });
      const details = asFormOf(trackDetailsSchema, { ...stored, ...changed });
      await saveTrackDetails(services, userId, details);
    },
  },
  remove: (services, userId, id) => deleteTracks(services, userId, [id]),
  reorder: reorderTracks,
});

const writtenRelease = z.strictObject({
  title: z.string().min(1).max(textLimits.title),
  kind: nameField(releaseKinds),
  description: words(textLimits.description),
  credits: words(textLimits.credits),
  licence,
  upc: z.string().max(40).nullable(),
  release_date: z.iso.date().nullable(),
  time_zone: z.string().max(64).meta({ description: "An IANA name." }),
  links: z
    .array(z.string().max(2048))
    .max(releaseLimits.links)
    .meta({ description: "Addresses at services, in their order." }),
  tracks: z.array(z.uuid()).max(releaseLimits.tracks).meta({ description: "Ids, in their order." }),
  published_at: timeField.nullable().meta({
    description: "Null for a draft. A time that has been publishes at once, a later one at that time.",
  }),
});

type ReleaseValues = Partial<z.output<typeof writtenRelease>>;
type Write = Parameters<typeof executeReleaseAction>;

/** Brings a release's tracks and its publication from what they are to what they shall be. */
async function arrange(
  services: Write[0],
  userId: string,
  id: string,
  stored: ReleaseValues,
  to: ReleaseValues,
) {
  const act = (form: object) => {
    const action = asFormOf(releaseActionSchema, { ...form, id });
    if (action.intent === "save-release") throw new TypeError("A release is saved by its own command.");
    return executeReleaseAction(services, userId, action);
  };
  if (to.tracks) {
    const [before, after] = [stored.tracks ?? [], to.tracks];
    for (const track of before.filter((one) => !after.includes(one)))
      await act({ intent: "remove-track", track });
    const added = after.filter((one) => !before.includes(one));
    if (added.length > 0) await act({ intent: "add-tracks", tracks: added.join(" ") });
    if (after.length > 0) await act({ intent: "reorder-release", order: after.join(" ") });
  }
  const { published_at } = to;
  if (published_at === undefined || published_at === (stored.published_at ?? null)) return;
  if (published_at === null) await act({ intent: "unpublish-release" });
  else if (new Date(published_at) <= new Date()) await act({ intent: "publish-release" });
  else await act({ intent: "schedule-release", published_at });
}

const releaseForm = (values: ReleaseValues & { id: string }) =>
  asFormOf(releaseSchema, { ...values, links: values.links?.join("\n") });

const releases = resource({
  path: "releases",
  area: "music",
  name: { one: "release", many: "releases" },
  about:
    "Singles, EPs and albums. One that is deleted is kept for a month, to be brought back in the dashboard.",
  table: "releases",
  owner: "user_id",
  row: writtenRelease.extend({
    id: idField,
    slug: z.string(),
    cover_image: z.string().nullable(),
    created_at: timeField,
    updated_at: timeField,
  }),
  rows: (tx, userId, asked) =>
    asked(
      tx
        .selectFrom("releases")
        .select(["id", "slug", "title", "kind", "description", "credits", "licence", "upc", "cover_image"])
        .select(["release_date", "time_zone", "published_at", "created_at", "updated_at"])
        .select([
          sql<
            string[]
          >`array(select url from release_links where release_id = releases.id order by position)`.as(
            "links",
          ),
          sql<string[]>`array(
            select track_id::text from release_tracks where release_id = releases.id order by position)`.as(
            "tracks",
          ),
        ])
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null),
    ),
  create: {
    body: writtenRelease.partial().required({ title: true, kind: true }),
    async run(services, userId, values) {
      const id = await addRelease(services, userId, asFormOf(newReleaseSchema, values));
      const begun = await services.db
        .asMusician(userId)
        .read((tx) =>
          tx
            .selectFrom("releases")
            .select(["licence", "time_zone"])
            .where("id", "=", id)
            .executeTakeFirstOrThrow(),
        );
      await saveRelease(services, userId, releaseForm({ ...begun, ...values, id }));
      await arrange(services, userId, id, {}, values);
      return id;
    },
  },
  update: {
    body: writtenRelease.partial(),
    async run(services, userId, stored, changed) {
      await saveRelease(services, userId, releaseForm({ ...stored, ...changed }));
      await arrange(services, userId, stored.id, stored, changed);
    },
  },
  remove: (services, userId, id) => executeReleaseAction(services, userId, { intent: "delete-release", id }),
});

export const resources = [tracks, releases];
