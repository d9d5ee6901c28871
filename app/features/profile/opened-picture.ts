import { t } from "~/shared/t";
import { imageLimitPixels, imageTooManyPixelsText, unreadableImageText } from "~/shared/upload-limits";
import type { Crop, Size } from "./crop.ts";
import { shownArea } from "./crop.ts";
import { jpegQuality, notUpdatedText, type PictureKind, pictureKinds } from "./picture-kinds.ts";

/** As large as the server keeps it. Sharp enough for any crop that isn't magnified, and 64 MB at most. */
const longestSide = 4096;

/**
 * Decodes a picture away from the page's own thread, turned as its camera says, and no larger than needed. Its user closes
 * it.
 * @throws Error with the documented text when it is none, or too large to be taken [2 §5]
 */
export async function openPicture(file: File): Promise<ImageBitmap> {
  const size = await uprightSize(file);
  if (size.width * size.height > imageLimitPixels) throw new Error(t(imageTooManyPixelsText));
  const scale = Math.min(1, longestSide / Math.max(size.width, size.height));
  try {
    return await createImageBitmap(file, {
      imageOrientation: "from-image",
      resizeWidth: Math.max(1, Math.round(size.width * scale)),
      resizeHeight: Math.max(1, Math.round(size.height * scale)),
      resizeQuality: "high",
    });
  } catch (cause) {
    throw new Error(t(unreadableImageText), { cause });
  }
}

/** A stored picture, to be positioned anew. @throws Error when it can't be loaded */
export async function storedFile(src: string, kind: PictureKind): Promise<File> {
  const answer = await fetch(src, { signal: AbortSignal.timeout(120_000) });
  if (!answer.ok) throw new Error(notUpdatedText(kind));
  return new File([await answer.blob()], `${kind}.webp`, { type: "image/webp" });
}

/** Only the head of the file is read for it. */
async function uprightSize(file: File): Promise<Size> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    image.onload = () => resolve();
    image.onerror = () => reject(new Error(t(unreadableImageText)));
    image.src = address;
    await promise;
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Draws what shows of the picture over the whole canvas, on white where it is see-through: a JPEG has no other way. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  crop: Crop,
  quality: ImageSmoothingQuality,
): void {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  const { x, y, width, height } = shownArea(crop, picture, canvas);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = quality;
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}

/** What shows of the picture while it isn't sent yet: the frame's size, a JPEG. [2 §5, §9] */
export async function croppedBlob(kind: PictureKind, picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, pictureKinds[kind].frame);
  drawCrop(canvas, picture, crop, "high");
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, "image/jpeg", jpegQuality);
  const blob = await promise;
  if (!blob) throw new Error("The picture could not be made.");
  return blob;
}
