import type { Services } from "#server/services.ts";
import { fontOf } from "~/features/appearance/fonts";
import { type Look, lookOf } from "~/features/appearance/look";
import { type Appearance, defaultAppearance } from "~/features/appearance/schema";
import { type AppearanceRow, appearanceOf } from "../artist/appearance.server";
import { look } from "../artist/statement.server";

/** What it takes to show a piece of the musician's page outside of it. */
export interface OwnLook extends Pick<Look, "variables" | "scheme"> {
  font: { name: string; css: string; stack: string };
}

const ownLookStatement = {
  name: "own-look",
  text: `select ${look} as look from musician_profiles profile where user_id = $1`,
};

/**
 * The look of the musician's own page; the default one before they have a profile, and when it can't be loaded: that is
 * logged, and no tool is without its screen for it.
 */
export async function ownLook({ db, log }: Pick<Services, "db" | "log">, userId: string): Promise<OwnLook> {
  const [row] = await db
    .asMusician(userId)
    .readOnce<{ look: AppearanceRow }>(ownLookStatement, [userId])
    .catch((error: unknown) => {
      log.error({ err: error, userId }, "the musician's look could not be loaded");
      return [];
    });
  const appearance: Appearance = row ? appearanceOf(row.look) : defaultAppearance;
  const { variables, scheme } = lookOf(appearance);
  const { css, stack } = fontOf(appearance.fontFamily);
  return { variables, scheme, font: { name: appearance.fontFamily, css, stack } };
}
