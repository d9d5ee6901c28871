import { preload } from "react-dom";
import { fontOf } from "~/features/appearance/fonts";
import { lookOf } from "~/features/appearance/look";
import type { Appearance } from "~/features/appearance/schema";

/** The artist's colours and font for the whole document, as variables that everything on the stage is drawn with. */
export function ArtistLook({ appearance }: { appearance: Appearance }) {
  const { variables, scheme, barColour } = lookOf(appearance);
  const font = fontOf(appearance.fontFamily);
  preload(font.preload, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const declarations = Object.entries({
    ...variables,
    "--text-font": font.stack,
    "--display-font": font.stack,
    "color-scheme": scheme,
  }).map(([name, value]) => `${name}:${value}`);
  return (
    <>
      <meta name="theme-color" content={barColour} />
      <style href="artist-look" precedence="artist">
        {`${font.css}:root{${declarations.join(";")}}`}
      </style>
    </>
  );
}
