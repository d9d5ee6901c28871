/** A colour as a screen shows it: red, green and blue from 0 to 1, gamma-coded. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour as an eye judges it: lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Of '#rrggbb'. Black for anything else. */
export function rgbOf(hex: string): Rgb {
  const value = /^#[0-9a-f]{6}$/i.test(hex) ? Number.parseInt(hex.slice(1), 16) : 0;
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** '#rrggbb' */
export function hexOf(colour: Rgb): string {
  return `#${bytesOf(colour)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")}`;
}

/** 'rgb(r g b / alpha)' */
export function cssOf(colour: Rgb, alpha: number): string {
  return `rgb(${bytesOf(colour).join(" ")} / ${Math.round(alpha * 1000) / 1000})`;
}

function bytesOf(colour: Rgb): number[] {
  return colour.map((channel) => Math.round(within(channel) * 255));
}

function within(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/**
 * The colour on the screen where `over` lies on `under` with this opacity: each channel by itself, as browsers do it.
 */
export function mix(under: Rgb, over: Rgb, opacity: number): Rgb {
  const channel = (at: 0 | 1 | 2) => under[at] + (over[at] - under[at]) * opacity;
  return [channel(0), channel(1), channel(2)];
}

/** WCAG 2.2: relative luminance, 0 to 1. */
export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2.2: the contrast of two luminances, 1 to 21. */
export function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function coded(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

// https://bottosson.github.io/posts/oklab/
export function oklchOf(colour: Rgb): Oklch {
  const [r, g, b] = [linear(colour[0]), linear(colour[1]), linear(colour[2])];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const greenRed = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l,
    c: Math.hypot(greenRed, blueYellow),
    h: (Math.atan2(blueYellow, greenRed) * 180) / Math.PI,
  };
}

/** The nearest colour that a screen can show: of the same lightness and hue, with less chroma where it must be. */
export function rgbOfOklch({ l, c, h }: Oklch): Rgb {
  let light = lightOf(l, c, h);
  if (!shows(light)) {
    let [grey, full] = [0, c];
    for (let step = 0; step < 10; step += 1) {
      const middle = (grey + full) / 2;
      if (shows(lightOf(l, middle, h))) grey = middle;
      else full = middle;
    }
    light = lightOf(l, grey, h);
  }
  const [red, green, blue] = light;
  return [coded(within(red)), coded(within(green)), coded(within(blue))];
}

function shows(light: Rgb): boolean {
  return light.every((channel) => channel >= -0.0002 && channel <= 1.0002);
}

/** Linear red, green and blue; no screen shows them below 0 or above 1. */
function lightOf(l: number, c: number, h: number): Rgb {
  const angle = (h * Math.PI) / 180;
  const [greenRed, blueYellow] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3;
  const medium = (l - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3;
  const short = (l - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
