import abrilFatface from "@fontsource/abril-fatface/files/abril-fatface-latin-400-normal.woff2?url";
import lato from "@fontsource/lato/files/lato-latin-700-normal.woff2?url";
import leagueGothic from "@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff2?url";
import poppins from "@fontsource/poppins/files/poppins-latin-600-normal.woff2?url";
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import montserrat from "@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2?url";
import nunito from "@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url";
import openSans from "@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2?url";
import raleway from "@fontsource-variable/raleway/files/raleway-latin-wght-normal.woff2?url";
import roboto from "@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2?url";
import sourceSans from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";
import workSans from "@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2?url";
import type { FontFamily, NameFont } from "~/artist-theme/appearance";

/** The file that each font's own name is written with: the one that pages have, so it is loaded once. */
const files: Record<FontFamily | NameFont, string> = {
  inter,
  roboto,
  "open-sans": openSans,
  montserrat,
  poppins,
  lato,
  nunito,
  "source-sans": sourceSans,
  raleway,
  "work-sans": workSans,
  "league-gothic": leagueGothic,
  "abril-fatface": abrilFatface,
};

const loading = new Map<FontFamily | NameFont, Promise<string>>();

/** Loads a font, once. @returns its name for `font-family` */
export function loadSample(font: FontFamily | NameFont): Promise<string> {
  const known = loading.get(font);
  if (known) return known;
  const name = `sample-${font}`;
  const face = new FontFace(name, `url(${files[font]})`, { weight: "100 900" });
  const loaded = face.load().then(
    () => {
      document.fonts.add(face);
      return name;
    },
    (error: unknown) => {
      loading.delete(font);
      throw error;
    },
  );
  loading.set(font, loaded);
  return loaded;
}
