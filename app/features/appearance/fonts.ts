import lato400 from "@fontsource/lato/400.css?inline";
import lato700 from "@fontsource/lato/700.css?inline";
import latoLatin from "@fontsource/lato/files/lato-latin-400-normal.woff2?url";
import poppins400 from "@fontsource/poppins/400.css?inline";
import poppins600 from "@fontsource/poppins/600.css?inline";
import poppinsLatin from "@fontsource/poppins/files/poppins-latin-400-normal.woff2?url";
import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import inter from "@fontsource-variable/inter/wght.css?inline";
import montserratLatin from "@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2?url";
import montserrat from "@fontsource-variable/montserrat/wght.css?inline";
import nunitoLatin from "@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url";
import nunito from "@fontsource-variable/nunito/wght.css?inline";
import openSansLatin from "@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2?url";
import openSans from "@fontsource-variable/open-sans/wght.css?inline";
import ralewayLatin from "@fontsource-variable/raleway/files/raleway-latin-wght-normal.woff2?url";
import raleway from "@fontsource-variable/raleway/wght.css?inline";
import robotoLatin from "@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2?url";
import roboto from "@fontsource-variable/roboto/wght.css?inline";
import sourceSansLatin from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";
import sourceSans from "@fontsource-variable/source-sans-3/wght.css?inline";
import workSansLatin from "@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2?url";
import workSans from "@fontsource-variable/work-sans/wght.css?inline";
import type { FontFamily } from "./schema.ts";

export interface PageFont {
  /** Its faces by script, and the stand-ins that take exactly its room until it is here. */
  css: string;
  /** For `font-family`. */
  stack: string;
  /** The file with the Latin letters, which nearly every page needs at once. */
  preload: string;
}

/** The font an artist chose. Nothing of the others is loaded. */
export function fontOf(fontFamily: FontFamily): PageFont {
  return fonts[fontFamily] ?? fonts.inter;
}

/** How wide the font runs, in percent of a common font, at the weights 400, 500, 600, 700 and 800. */
type Widths = [regular: number, medium: number, semibold: number, bold: number, heavy: number];

interface Measures {
  /** Against Arial, which Liberation Sans and Nimbus Sans are as wide as; found on most computers and on iPhones. */
  arial: Widths;
  /** Against Roboto, found on Android. */
  roboto: Widths;
  /** Of a line, in percent of the size. */
  ascent: number;
  descent: number;
  gap: number;
}

// Measured in Chromium with a text as pages hold it.
const fonts: Record<FontFamily, PageFont> = {
  inter: pageFont("Inter Variable", [inter], interLatin, {
    arial: [106.96, 107.98, 101.42, 102.35, 103.5],
    roboto: [107.4, 107.53, 108.15, 108.79, 109.58],
    ascent: 96.9,
    descent: 24.1,
    gap: 0,
  }),
  roboto: pageFont("Roboto Variable", [roboto], robotoLatin, {
    arial: [99.58, 100.42, 93.77, 94.08, 94.45],
    roboto: [100, 100, 100, 100, 100],
    ascent: 92.8,
    descent: 24.4,
    gap: 0,
  }),
  "open-sans": pageFont("Open Sans Variable", [openSans], openSansLatin, {
    arial: [105.18, 107.01, 101.26, 104.62, 108.15],
    roboto: [105.62, 106.57, 107.99, 111.2, 114.5],
    ascent: 106.9,
    descent: 29.3,
    gap: 0,
  }),
  montserrat: pageFont("Montserrat Variable", [montserrat], montserratLatin, {
    arial: [112.16, 114, 107.97, 110, 112.21],
    roboto: [112.62, 113.52, 115.14, 116.92, 118.8],
    ascent: 96.8,
    descent: 25.1,
    gap: 0,
  }),
  poppins: pageFont("Poppins", [poppins400, poppins600], poppinsLatin, {
    arial: [111.46, 111.46, 105.62, 105.62, 105.62],
    roboto: [111.93, 111, 112.64, 112.26, 111.83],
    ascent: 105,
    descent: 35,
    gap: 10,
  }),
  lato: pageFont("Lato", [lato400, lato700], latoLatin, {
    arial: [97.12, 97.12, 92.39, 92.39, 92.39],
    roboto: [97.53, 96.72, 98.53, 98.2, 97.82],
    ascent: 98.7,
    descent: 21.3,
    gap: 0,
  }),
  nunito: pageFont("Nunito Variable", [nunito], nunitoLatin, {
    arial: [101.49, 102.36, 96.08, 98.07, 100.24],
    roboto: [101.92, 101.94, 102.47, 104.23, 106.13],
    ascent: 101.1,
    descent: 35.3,
    gap: 0,
  }),
  "source-sans": pageFont("Source Sans 3 Variable", [sourceSans], sourceSansLatin, {
    arial: [93.32, 94.69, 89.4, 91.84, 92.81],
    roboto: [93.71, 94.29, 95.33, 97.61, 98.26],
    ascent: 102.4,
    descent: 40,
    gap: 0,
  }),
  raleway: pageFont("Raleway Variable", [raleway], ralewayLatin, {
    arial: [103.55, 104.85, 98.66, 99.84, 101.15],
    roboto: [103.99, 104.41, 105.22, 106.11, 107.09],
    ascent: 94,
    descent: 23.4,
    gap: 0,
  }),
  "work-sans": pageFont("Work Sans Variable", [workSans], workSansLatin, {
    arial: [111.76, 111.88, 104.17, 104.3, 104.41],
    roboto: [112.23, 111.41, 111.08, 110.86, 110.54],
    ascent: 93,
    descent: 24.3,
    gap: 0,
  }),
};

function pageFont(family: string, faces: string[], preload: string, measures: Measures): PageFont {
  const css = [
    ...faces,
    standIn(`${family} as Arial`, measures.arial, measures, {
      regular: ["Arial", "Liberation Sans", "NimbusSans-Regular"],
      bold: ["Arial Bold", "Liberation Sans Bold", "NimbusSans-Bold"],
    }),
    standIn(`${family} as Roboto`, measures.roboto, measures, {
      regular: ["Roboto", "Roboto-Regular"],
      bold: ["Roboto Bold", "Roboto-Bold"],
    }),
  ].join("");
  const stack = `"${family}","${family} as Arial","${family} as Roboto",ui-sans-serif,system-ui,sans-serif`;
  return { css, stack, preload };
}

/** A font that is there already, stretched to another's width and line: one face for each weight measured. */
function standIn(
  family: string,
  widths: Widths,
  { ascent, descent, gap }: Measures,
  local: { regular: string[]; bold: string[] },
): string {
  const weights = ["100 449", "450 549", "550 649", "650 749", "750 900"];
  return widths
    .map((width, at) => {
      const src = (at < 2 ? local.regular : local.bold).map((name) => `local("${name}")`).join(",");
      // The overrides are stretched too.
      const percent = (value: number) => `${Math.round((value / width) * 10000) / 100}%`;
      return `@font-face{font-family:"${family}";font-weight:${weights[at]};src:${src};size-adjust:${width}%;ascent-override:${percent(ascent)};descent-override:${percent(descent)};line-gap-override:${percent(gap)}}`;
    })
    .join("");
}
