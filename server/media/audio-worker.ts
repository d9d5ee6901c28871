import { workerData } from "node:worker_threads";
import { fileTypeFromFile } from "file-type";
import { type IAudioMetadata, parseFromTokenizer, TrackType } from "music-metadata";
import type { AudioFormat, Inspection, SoundTags } from "./audio.ts";
import { answerTask } from "./bounded-task.ts";
import { FileWindow } from "./file-window.ts";
import { isCutShort } from "./flac-frames.ts";
import { mp3Seconds } from "./mp3-frames.ts";

const formatOf: Readonly<Record<string, AudioFormat>> = {
  mp3: "mp3",
  wav: "wav",
  flac: "flac",
  ogg: "ogg",
  oga: "ogg",
  opus: "ogg",
  m4a: "m4a",
  m4b: "m4a",
  f4a: "m4a",
  // Many programs write a track without a picture under the general brand.
  mp4: "m4a",
};

const mimeOf: Readonly<Record<AudioFormat, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
};

/**
 * The codecs that browsers play of each format. The last of the WAV ones is the extensible header, which studios write.
 */
const codecs: Readonly<Record<Exclude<AudioFormat, "mp3">, readonly string[]>> = {
  wav: ["PCM", "IEEE_FLOAT", "ALAW", "MULAW", "non-PCM (65534)"],
  flac: ["FLAC"],
  ogg: ["Vorbis I", "Opus"],
  m4a: ["MPEG-4/AAC"],
};

/** Above any table or picture. The tag before an MP3 is one piece, and can be done without. */
const largestPiece = { mp3: 4 * 1024 * 1024, others: 16 * 1024 * 1024 };

// The file is closed when this thread ends, which it does right after its answer.
const file: string = workerData;
await answerTask(inspect);

async function inspect(): Promise<Inspection> {
  const type = await fileTypeFromFile(file);
  // The sniffer knows an MP3 by its very first bytes only.
  const format = type ? formatOf[type.ext] : "mp3";
  if (!format) return "not audio";
  const window = new FileWindow(file, mimeOf[format], largestPiece[format === "mp3" ? "mp3" : "others"]);
  const metadata = await parsed(window, format);
  if (format === "mp3") {
    const seconds = mp3Seconds(window);
    if (seconds === undefined) return type ? "corrupted" : "not audio";
    return { format, seconds, tags: tagsOf(metadata) };
  }
  if (!metadata) return "corrupted";
  const { codec, hasVideo, duration = 0 } = metadata.format;
  if (hasVideo) return "not audio";
  if (!metadata.format.trackInfo.some(({ type }) => type === TrackType.audio)) return "corrupted";
  if (!codecs[format].includes(codec ?? "")) return "not audio";
  if (format === "flac" && isCutShort(window)) return "corrupted";
  // Only these may leave their length open, as a recorder does that cannot go back to the beginning.
  if (!(duration > 0) && format !== "flac" && format !== "m4a") return "corrupted";
  return { format, seconds: duration, tags: tagsOf(metadata) };
}

async function parsed(window: FileWindow, format: AudioFormat): Promise<IAudioMetadata | undefined> {
  try {
    return await parseFromTokenizer(window, { duration: format !== "mp3", skipCovers: true });
  } catch {
    return undefined;
  }
}

function tagsOf(metadata: IAudioMetadata | undefined): SoundTags {
  const { title, artist, album, date, isrc, barcode, lyrics, disk, track } = metadata?.common ?? {};
  const [words] = lyrics ?? [];
  const found = {
    ...{ title, artist, album, date, isrc: isrc?.[0], barcode },
    lyrics: words?.text ?? words?.syncText.map(({ text }) => text).join("\n"),
    ...{ disc: disk?.no ?? undefined, number: track?.no ?? undefined },
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}
