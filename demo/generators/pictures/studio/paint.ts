import { ink } from "./press.ts";
import { curve, type Point, round } from "./shapes.ts";

/** The four solid tones of Ishbel Carrow's posters. */
export const paper = ink(0, 0, 0);
export const signal = ink(1, 0, 0);
export const harbour = ink(0, 1, 0);
export const night = ink(0, 1, 1);

export function box(x: number, y: number, width: number, height: number, paint: string, radius = 0): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${paint}"/>`;
}

/** A soft closed shape through all points. */
export function shape(points: Point[], paint: string): string {
  return `<path d="${curve(points)}" fill="${paint}"/>`;
}

/** A path of SVG, filled. */
export function fill(path: string, paint: string): string {
  return `<path d="${path}" fill="${paint}"/>`;
}

/** A path of SVG, drawn as a line. */
export function stroke(path: string, paint: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** A paint from top to bottom of what is painted with it, to be named as `url(#id)`. */
export function fade(id: string, ...paints: (string | [offset: number, paint: string])[]): string {
  const stops = paints.map((stop, index) => {
    const [offset, paint] = typeof stop === "string" ? [index / (paints.length - 1), stop] : stop;
    return `<stop offset="${offset}" stop-color="${paint}"/>`;
  });
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join("")}</linearGradient>`;
}

/** A light that eats into what is under it. */
export function glow(x: number, y: number, radius: number, strength = 0.9): string {
  const id = `glow-${round(x)}-${round(y)}`;
  return `<radialGradient id="${id}">
      <stop offset="0" stop-color="${paper}" stop-opacity="${strength}"/>
      <stop offset="0.35" stop-color="${ink(0.4, 0, 0)}" stop-opacity="${strength * 0.55}"/>
      <stop offset="1" stop-color="${ink(0.6, 0, 0)}" stop-opacity="0"/>
    </radialGradient>
    <circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="url(#${id})"/>`;
}
