import type { Picture } from "~/shared/picture";

/** The three who speak, in their order. */
export const portraits = [
  portrait("portrait-1", "#a68a14"),
  portrait("portrait-2", "#bb9a16"),
  portrait("portrait-3", "#806a10"),
] as const;

/** Behind the last words. */
export const wave: Picture = {
  src: "/landing/wave.webp",
  width: 1280,
  height: 720,
  widths: [800, 1000],
  colour: "#777777",
};

function portrait(name: string, colour: string): Picture {
  return { src: `/landing/${name}.webp`, width: 256, height: 256, widths: [160, 200], colour };
}
