import abrilFatface from "@fontsource/abril-fatface/400.css?inline";
import lato400 from "@fontsource/lato/400.css?inline";
import lato700 from "@fontsource/lato/700.css?inline";
import leagueGothic from "@fontsource/league-gothic/400.css?inline";
import poppins400 from "@fontsource/poppins/400.css?inline";
import poppins600 from "@fontsource/poppins/600.css?inline";
import inter from "@fontsource-variable/inter/wght.css?inline";
import montserrat from "@fontsource-variable/montserrat/wght.css?inline";
import nunito from "@fontsource-variable/nunito/wght.css?inline";
import openSans from "@fontsource-variable/open-sans/wght.css?inline";
import raleway from "@fontsource-variable/raleway/wght.css?inline";
import roboto from "@fontsource-variable/roboto/wght.css?inline";
import sourceSans from "@fontsource-variable/source-sans-3/wght.css?inline";
import workSans from "@fontsource-variable/work-sans/wght.css?inline";
import type { FontFamily, NameFont } from "./appearance.ts";

export interface PageFont {
  /** Its faces by script, and the stand-ins that take exactly its room until it is here. */
  css: string;
  /** For `font-family`. */
  stack: string;
}

/** The font an artist chose. Nothing of the others is loaded. */
export function fontOf(fontFamily: FontFamily): PageFont {
  return fonts[fontFamily] ?? fonts.inter;
}

/**
 * The typeface of the artist's name alone. It has one weight and Latin letters; a name in another script is set in the
 * page's own font, `stack`.
 */
export function nameFontOf(nameFont: NameFont, { stack }: PageFont): PageFont {
  const own = nameFonts[nameFont];
  return { css: own.css, stack: `${own.stack},${stack}` };
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

// Measured in Chromium, then set to where the fewest lines of such texts as pages hold break differently.
const fonts: Record<FontFamily, PageFont> = {
  inter: pageFont("Inter Variable", [inter], {
    arial: [107, 108, 101.3, 102.3, 103.6],
    roboto: [107.4, 107.5, 108, 108.7, 109.7],
    ascent: 96.9,
    descent: 24.1,
    gap: 0,
  }),
  roboto: pageFont("Roboto Variable", [roboto], {
    arial: [99.8, 100.5, 93.6, 94.1, 94.4],
    roboto: [100, 100, 100, 100, 100],
    ascent: 92.8,
    descent: 24.4,
    gap: 0,
  }),
  "open-sans": pageFont("Open Sans Variable", [openSans], {
    arial: [105.5, 107, 101.2, 104.6, 107.9],
    roboto: [105.9, 106.6, 107.9, 111.2, 114.2],
    ascent: 106.9,
    descent: 29.3,
    gap: 0,
  }),
  montserrat: pageFont("Montserrat Variable", [montserrat], {
    arial: [112.6, 114.2, 107.8, 110, 112.2],
    roboto: [113.1, 113.7, 115, 116.9, 118.8],
    ascent: 96.8,
    descent: 25.1,
    gap: 0,
  }),
  poppins: pageFont("Poppins", [poppins400, poppins600], {
    arial: [112.7, 112.7, 106, 105.6, 105.6],
    roboto: [113.2, 112.2, 113, 112.3, 111.8],
    ascent: 105,
    descent: 35,
    gap: 10,
  }),
  lato: pageFont("Lato", [lato400, lato700], {
    arial: [97.5, 97.3, 91.8, 92.2, 92.7],
    roboto: [97.9, 96.9, 97.9, 98, 98.1],
    ascent: 98.7,
    descent: 21.3,
    gap: 0,
  }),
  nunito: pageFont("Nunito Variable", [nunito], {
    arial: [101.2, 102.1, 95.8, 97.9, 99.8],
    roboto: [101.6, 101.7, 102.2, 104.1, 105.7],
    ascent: 101.1,
    descent: 35.3,
    gap: 0,
  }),
  "source-sans": pageFont("Source Sans 3 Variable", [sourceSans], {
    arial: [93.6, 94.5, 89.3, 91.6, 92.6],
    roboto: [94, 94.1, 95.2, 97.4, 98.1],
    ascent: 102.4,
    descent: 40,
    gap: 0,
  }),
  raleway: pageFont("Raleway Variable", [raleway], {
    arial: [103.7, 104.8, 98.7, 99.9, 101],
    roboto: [104.1, 104.4, 105.3, 106.2, 107],
    ascent: 94,
    descent: 23.4,
    gap: 0,
  }),
  "work-sans": pageFont("Work Sans Variable", [workSans], {
    arial: [111.7, 111.9, 104, 104.2, 104.4],
    roboto: [112.2, 111.4, 110.9, 110.8, 110.5],
    ascent: 93,
    descent: 24.3,
    gap: 0,
  }),
};

const nameFonts: Record<NameFont, PageFont> = {
  "league-gothic": nameFontFrom("League Gothic", leagueGothic, {
    arial: 56.9,
    roboto: 57.5,
    ascent: 96.8,
    descent: 23.3,
  }),
  "abril-fatface": nameFontFrom("Abril Fatface", abrilFatface, {
    arial: 102.3,
    roboto: 103.5,
    ascent: 105.8,
    descent: 29.1,
  }),
};

function nameFontFrom(
  family: string,
  faces: string,
  { arial, roboto, ...line }: { arial: number; roboto: number; ascent: number; descent: number },
): PageFont {
  const each = (width: number): Widths => [width, width, width, width, width];
  const { css } = pageFont(family, [faces], { arial: each(arial), roboto: each(roboto), ...line, gap: 0 });
  return { css, stack: `"${family}","${family} as Arial","${family} as Roboto"` };
}

function pageFont(family: string, faces: string[], measures: Measures): PageFont {
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
  return { css, stack };
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
