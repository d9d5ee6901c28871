import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { FontFamily } from "./schema.ts";

export interface PageFont {
  /** Its faces, and those of the stand-in that takes their room while they load. */
  css: string;
  /** For `font-family`. */
  stack: string;
  /** The file that nearly every text needs. */
  preload: string;
}

export function fontOf(_fontFamily: FontFamily): PageFont {
  return {
    css: `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(${inter}) format("woff2")}`,
    stack: '"Inter Variable", sans-serif',
    preload: inter,
  };
}
