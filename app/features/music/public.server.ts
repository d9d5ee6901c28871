import { rows, whereShown } from "#server/db/fragments.ts";

/**
 * The tracks on the page.
 * @param rest their order and limit, as SQL
 */
export const tracksPart = (rest: string) =>
  whereShown(
    "show_music_section",
    rows(
      "music_tracks",
      {
        id: "id",
        title: "title",
        fileUrl: "file_url",
        playbackUrl: "playback_url",
        durationSeconds: "duration",
        waveform: "waveform",
        downloadsEnabled: "downloads_enabled",
        cover: { picture: "cover_image" },
      },
      `where user_id = profile.user_id and is_visible ${rest}`,
    ),
  );
