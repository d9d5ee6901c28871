import type { Appearance } from "./appearance.ts";
import { artistTheme } from "./artist-theme.ts";
import { fontOf, nameFontOf } from "./fonts.ts";

/**
 * The artist's colours and font for the whole document, as variables that everything on a public page is drawn with.
 * The font isn't preloaded: its stand-in has the same room, and the cover, which is seen first, comes before it.
 */
export function ArtistThemeStyle({ appearance }: { appearance: Appearance }) {
  const { variables, scheme, barColour } = artistTheme(appearance);
  const font = fontOf(appearance.fontFamily);
  const isDark = scheme === "dark";
  const nameFont = appearance.nameFont && nameFontOf(appearance.nameFont, font);
  const declarations = Object.entries({
    ...variables,
    "--text-font": font.stack,
    "--display-font": font.stack,
    "color-scheme": scheme,
    // How a picture is printed in one ink: which end of its greys becomes the ink, and which the ground.
    ...(appearance.layout === "poster" && {
      "--inked": isDark ? "multiply" : "lighten",
      "--printed": isDark ? "screen" : "multiply",
    }),
    ...(nameFont && { "--name-font": nameFont.stack, "--name-weight": "400" }),
  }).map(([name, value]) => `${name}:${value}`);
  return (
    <>
      <meta name="theme-color" content={barColour} />
      <style href="artist-theme" precedence="artist">
        {`${font.css}${nameFont?.css ?? ""}:root{${declarations.join(";")}}`}
      </style>
    </>
  );
}
