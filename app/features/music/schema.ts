import { audioLimitBytes, audioTooLargeText, emptyFileText, notAudioText } from "~/shared/upload-limits";

export const audioExtensions = ["mp3", "wav", "m4a", "flac", "ogg"] as const;

/**
 * What is wrong with a file as far as its name, size and claimed type tell; undefined when nothing is. The browser
 * asks before it sends, the server before it accepts. [2 §5]
 */
export function audioFileProblem(file: { name: string; size: number; type: string }): string | undefined {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!file.type.startsWith("audio/") || !audioExtensions.some((known) => known === extension))
    return notAudioText;
  if (file.size === 0) return emptyFileText;
  if (file.size > audioLimitBytes) return audioTooLargeText;
  return undefined;
}

/** A track's title until its artist gives it another: the file's name without its extension. [2 §3] */
export function titleFromFileName(name: string): string {
  const title = name.replace(/\.[^.]*$/, "").trim();
  return title.slice(0, 300) || "Untitled";
}
