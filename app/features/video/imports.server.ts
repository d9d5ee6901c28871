import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { lockOrder } from "#server/db/reorder.ts";
import { type FoundRow, importKind } from "#server/import-kinds.ts";
import { type ArchivedRow, archivedRows, archivedText } from "#server/media/import-file.ts";
import { versionOf } from "~/shared/form-version";
import { msg, t } from "~/shared/t";
import { addVideo } from "./commands.server";
import { tooManyText, type VideoForm, videoLimit, videoSchema } from "./schema";

/** One of an account's archive. The video that stands first here stays so. */
function archivedVideo(video: ArchivedRow, at: number): FoundRow {
  const text = (column: string) => archivedText(video, column);
  return {
    row: at + 1,
    fields: {
      ...{ intent: "save-video", title: text("title"), video_type: text("video_type") },
      ...{ video_url: text("video_url"), thumbnail_url: text("thumbnail_url") },
      ...(video.is_visible === true && { is_visible: "on" }),
    },
  };
}

type Stored = Pick<VideoForm, "title" | "video_url" | "thumbnail_url" | "is_visible">;

const versionNow = ({ title, video_url, thumbnail_url, is_visible }: Stored) =>
  versionOf({ title, video_url, thumbnail_url: thumbnail_url ?? "", is_visible: String(is_visible) });

const videos = importKind<VideoForm>({
  name: "videos",
  many: msg("videos|rows of a file"),
  counted: (count) => t("{count, plural, one {# video} other {# videos}}", { count }),
  find: (file) => archivedRows(file, "video_gallery").map(archivedVideo),
  schema: videoSchema,
  labelOf: ({ title = "" }) => title,
  detailOf: ({ video_url = "", is_visible }) =>
    [video_url, !is_visible && t("hidden|a video")].filter(Boolean).join(" · "),
  keyOf: ({ video_url }) => video_url,
  async known(tx, userId, addresses) {
    const rows = await tx
      .selectFrom("video_gallery")
      .select(["video_url", "title"])
      .where("user_id", "=", userId)
      .where("video_url", "in", addresses)
      .execute();
    return new Map(
      rows.map(({ video_url, title }) => [video_url, t("You have it already, as “{title}”.", { title })]),
    );
  },
  async room(tx, userId) {
    const { count } = await tx
      .selectFrom("video_gallery")
      .select((is) => is.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    return { rows: videoLimit - count, text: t(tooManyText, { limit: videoLimit }) };
  },
  lock: (tx, userId) => lockOrder(tx, "video_gallery", userId),
  async save(tx, _, userId, forms) {
    const saved = [];
    for (const { intent, id: __, ...video } of forms) {
      saved.push({ id: await addVideo(tx, userId, video), version: versionNow(video) });
    }
    return saved;
  },
  async versions(tx, userId, ids) {
    const rows = await tx
      .selectFrom("video_gallery")
      .select(["id", "title", "video_url", "thumbnail_url", "is_visible"])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .forUpdate()
      .execute();
    return new Map(rows.map(({ id, ...video }) => [id, versionNow(video)]));
  },
  async delete(tx, _, ids) {
    await deleteRestorably(tx, "video", ids);
  },
});

export const importKinds = { videos };
