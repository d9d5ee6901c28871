import type { Services } from "#server/services.ts";
import { type AppearanceRow, appearanceColumn, appearanceOf } from "./appearance.server";
import { type Appearance, defaultAppearance } from "./appearance.ts";
import { type ArtistTheme, artistTheme } from "./artist-theme.ts";
import { fontOf } from "./fonts.ts";

/** What it takes to show a piece of the musician's page outside of it. */
export interface OwnTheme extends Pick<ArtistTheme, "variables" | "scheme"> {
  font: { name: string; css: string; stack: string };
}

const ownThemeStatement = {
  name: "own-theme",
  text: `select ${appearanceColumn.sql} as appearance from musician_profiles profile where user_id = $1`,
};

/**
 * The theme of the musician's own page; the default one before they have a profile, and when it can't be loaded: that is
 * logged, and no tool is without its screen for it.
 */
export async function ownTheme({ db, log }: Pick<Services, "db" | "log">, userId: string): Promise<OwnTheme> {
  const [row] = await db
    .asMusician(userId)
    .readOnce<{ appearance: AppearanceRow }>(ownThemeStatement, [userId])
    .catch((error: unknown) => {
      log.error({ err: error, userId }, "the musician's theme could not be loaded");
      return [];
    });
  const appearance: Appearance = row ? appearanceOf(row.appearance) : defaultAppearance;
  const { variables, scheme } = artistTheme(appearance);
  const { css, stack } = fontOf(appearance.fontFamily);
  return { variables, scheme, font: { name: appearance.fontFamily, css, stack } };
}
