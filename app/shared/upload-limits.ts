import { msg, t } from "./t.ts";
/** Limits and texts of uploads, the same for the browser and the server. [2 §5, §9] */
export const audioLimitBytes = 100 * 1024 * 1024;

export const notAudioText = msg("Please select an audio file (MP3, WAV, etc.)");
export const audioTooLargeText = msg("Audio file must be smaller than 100MB");
export const emptyFileText = msg("Invalid file: File is empty or corrupted");

export const imageLimitBytes = 10 * 1024 * 1024;
export const imageLimitPixels = 50_000_000;

export const notImageText = msg("Please select an image file");
export const imageTooLargeText = msg("Image must be smaller than 10MB");
export const imageTooManyPixelsText = msg(
  "Image has too many pixels. Please use one of 50 megapixels or fewer.",
);
export const unreadableImageText = msg("Unable to read image file. Please try a different image.");

export const pdfLimitBytes = 25 * 1024 * 1024;

export const notPdfText = msg("Please select a PDF file only");
export const pdfTooLargeText = msg("PDF file must be smaller than 25MB");

/** Of a zip to bring sounds and photos in from. */
export const archiveLimitBytes = 1024 ** 3;

/** By its name: systems don't agree on the type. */
export const isArchiveName = (name: string) => /\.zip$/i.test(name);

/** For files that have no limit of their own. */
const otherLimitBytes = 50 * 1024 * 1024;

/** The error for a file's size whatever its use, by the type it claims; undefined when the size is fine. [2 §5] */
export function tooLargeText({
  name,
  size,
  type,
}: {
  name: string;
  size: number;
  type: string;
}): string | undefined {
  const limit = isArchiveName(name)
    ? archiveLimitBytes
    : type.startsWith("audio/")
      ? audioLimitBytes
      : type.startsWith("image/")
        ? imageLimitBytes
        : otherLimitBytes;
  return size > limit
    ? t("File is too large. Maximum size is {size}MB", { size: limit / 1024 / 1024 })
    : undefined;
}
