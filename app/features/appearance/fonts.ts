import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

export function fontOf(_family: string) {
  return {
    css: `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(${inter}) format("woff2")}`,
    stack: '"Inter Variable", sans-serif',
    preload: inter,
  };
}
