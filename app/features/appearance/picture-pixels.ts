import { useEffect, useState } from "react";
import type { Appearance } from "~/artist-theme/appearance";

/** Enough to tell a bright sky from a dark hall, and looked through in a millisecond. */
const sampleSide = 64;

/**
 * The pixels of the picture behind the page, or of its video's poster: a small copy, red, green, blue and alpha by
 * turns. Null while it isn't here, where there is none, and where its server doesn't let a page look into it.
 */
export function useBackgroundPixels(background: Appearance["background"]): Uint8ClampedArray | null {
  const address =
    background.kind === "image"
      ? background.url
      : background.kind === "video"
        ? background.thumbnailUrl
        : null;
  const [sample, setSample] = useState<{ of: string; pixels: Uint8ClampedArray }>();

  useEffect(() => {
    if (!address) return;
    const image = new Image();
    // Else the drawn pixels could not be read back.
    image.crossOrigin = "anonymous";
    image.onload = () => {
      const pixels = pixelsOf(image);
      if (pixels) setSample({ of: address, pixels });
    };
    image.src = address;
    return () => {
      image.onload = null;
    };
  }, [address]);

  return sample && sample.of === address ? sample.pixels : null;
}

function pixelsOf(image: HTMLImageElement): Uint8ClampedArray | null {
  const canvas = document.createElement("canvas");
  canvas.width = sampleSide;
  canvas.height = sampleSide;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0, sampleSide, sampleSide);
  return context.getImageData(0, 0, sampleSide, sampleSide).data;
}
