import { expect, test } from "vitest";
import { z } from "zod";
import {
  colorThemes,
  defaultAppearance,
  fontFamilies,
  layouts,
  nameFonts,
  textColorModes,
} from "~/artist-theme/appearance";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { coverSizes } from "../../shared/cover-sizes.ts";
import { appearanceFields, backgroundOpacityRange, profileBackgroundOpacityRange } from "./schema";

const schema = z.object(appearanceFields);
type Fields = z.output<typeof schema>;

/** The form of a page without any choice made. */
const untouched: Fields = {
  color_theme: defaultAppearance.colorTheme,
  layout: defaultAppearance.layout,
  font_family: defaultAppearance.fontFamily,
  name_font: defaultAppearance.nameFont,
  first_action: "none",
  first_action_label: null,
  first_action_url: null,
  custom_primary_color: defaultAppearance.customColors.primary,
  custom_secondary_color: defaultAppearance.customColors.secondary,
  custom_accent_color: defaultAppearance.customColors.accent,
  text_color_mode: defaultAppearance.textColorMode,
  background_opacity: defaultAppearance.backgroundOpacity,
  profile_background_color: defaultAppearance.profileBackgroundColor,
  profile_background_opacity: defaultAppearance.profileBackgroundOpacity,
  cover_image_size: defaultAppearance.coverSize,
};

test("a new profile looks like the default", async () => {
  await using db = await freshDatabase();
  const { profile } = await makeMusician(db);
  expect(profile).toMatchObject(untouched);
});

test("the table takes every choice that is offered", async () => {
  await using db = await freshDatabase();
  const choices = {
    color_theme: Object.keys(colorThemes),
    layout: Object.keys(layouts),
    font_family: Object.keys(fontFamilies),
    name_font: [null, ...Object.keys(nameFonts)],
    text_color_mode: Object.keys(textColorModes),
    first_action: ["none", "play", "show"],
    first_action_label: ["x", "x".repeat(40)],
    first_action_url: ["https://example.org/"],
    cover_image_size: [...coverSizes],
    custom_primary_color: ["#000000", "#fFfFfF"],
    background_opacity: ["0.1", "1"],
    profile_background_opacity: ["0", "1"],
  };
  for (const [field, values] of Object.entries(choices)) {
    for (const value of values) await makeMusician(db, schema.parse({ ...untouched, [field]: value }));
  }
});

test.each([
  ["color_theme", "puce"],
  ["color_theme", "toString"],
  ["font_family", "comic-sans"],
  ["layout", "brutalist"],
  ["name_font", "inter"],
  ["first_action", "dance"],
  ["first_action_label", "x".repeat(41)],
  ["first_action_url", "javascript:alert(1)"],
  ["text_color_mode", ""],
  ["cover_image_size", "huge"],
  ["custom_accent_color", "red"],
  ["custom_accent_color", "#12345"],
  ["profile_background_color", "#000000;background:url(//evil.example)"],
  ["background_opacity", String(backgroundOpacityRange.min - 0.01)],
  ["background_opacity", "NaN"],
  ["profile_background_opacity", String(profileBackgroundOpacityRange.max + 0.01)],
])("%s is never '%s'", (field, value) => {
  expect(schema.safeParse({ ...untouched, [field]: value }).success).toBe(false);
});
