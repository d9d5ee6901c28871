import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync } from "node:fs";
import type { Readable } from "node:stream";
import type { AudioFormat } from "./audio.ts";
import { lowerPriority } from "./low-priority.ts";
import { type Sound, soundOfWave } from "./wave-stream.ts";

const pieceBytes = 128 * 1024;
/** Seconds of processor time. */
const ffmpegTimeLimit = 600;

/** The readers of ffmpeg that may look at each format: no other part of it ever meets an uploaded file. */
const demuxers: Readonly<Record<Exclude<AudioFormat, "wav">, string>> = {
  mp3: "mp3",
  flac: "flac",
  ogg: "ogg",
  m4a: "mov",
};

/**
 * The sound in a local file, piece by piece. A WAV is read as it is. Everything else is decoded by the system's ffmpeg
 * where there is one, else by decoders in WebAssembly, of which there is none for AAC: an m4a then has no sound here.
 * Reads synchronously: for a worker thread.
 * @throws Error where nothing can be decoded
 */
export async function* soundOf(
  file: string,
  format: AudioFormat,
  { withFfmpeg = true }: { withFfmpeg?: boolean } = {},
): AsyncGenerator<Sound> {
  if (format === "wav") return yield* soundOfWave(piecesOf(file));
  let isHeard = false;
  if (withFfmpeg) {
    try {
      for await (const sound of decodedByFfmpeg(file, demuxers[format])) {
        isHeard = true;
        yield sound;
      }
    } catch (error) {
      // Where ffmpeg can't go on the file ends. Where it isn't there, or was built without this decoder, no sound came
      // at all.
      if (!isHeard && format === "m4a") throw error;
    }
  }
  if (!isHeard) yield* decodedHere(file, format);
}

async function* decodedByFfmpeg(file: string, demuxer: string): AsyncGenerator<Sound> {
  const input = ["-protocol_whitelist", "file", "-f", demuxer, "-i", `file:${file}`];
  const output = ["-map", "0:a:0", "-map_metadata", "-1", "-c:a", "pcm_f32le", "-f", "wav", "pipe:1"];
  const limits = ["-nostdin", "-v", "error", "-threads", "1", "-timelimit", String(ffmpegTimeLimit)];
  const ffmpeg: ChildProcessByStdio<null, Readable, null> = spawn(
    "ffmpeg",
    [...limits, ...input, ...output],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  await once(ffmpeg, "spawn");
  const ended = once(ffmpeg, "exit");
  try {
    lowerPriority(ffmpeg.pid);
    yield* soundOfWave(ffmpeg.stdout);
  } finally {
    ffmpeg.kill("SIGKILL");
    // Should this thread end first, no process would collect the child's exit.
    await ended;
  }
}

interface Decoded {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

interface Decoder {
  ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  /** Returns the samples held back for the next piece. */
  flush?(): Promise<Decoded>;
}

async function* decodedHere(file: string, format: AudioFormat): AsyncGenerator<Sound> {
  const decoder = await decoderOf(file, format);
  await decoder.ready;
  for (const piece of piecesOf(file)) yield* soundOfDecoded(await decoder.decode(piece));
  if (decoder.flush) yield* soundOfDecoded(await decoder.flush());
}

function* soundOfDecoded({ channelData, samplesDecoded, sampleRate }: Decoded): Generator<Sound> {
  if (samplesDecoded === 0) return;
  yield { rate: sampleRate, channels: channelData.map((samples) => samples.subarray(0, samplesDecoded)) };
}

async function decoderOf(file: string, format: AudioFormat): Promise<Decoder> {
  if (format === "mp3") return new (await import("mpg123-decoder")).MPEGDecoder();
  if (format === "flac") return new (await import("@wasm-audio-decoders/flac")).FLACDecoder();
  if (format === "ogg") {
    const [first] = piecesOf(file);
    return Buffer.from(first ?? []).includes("OpusHead")
      ? new (await import("ogg-opus-decoder")).OggOpusDecoder()
      : new (await import("@wasm-audio-decoders/ogg-vorbis")).OggVorbisDecoder();
  }
  throw new Error(`${format} can't be decoded here.`);
}

/** Each in memory of its own: decoders may keep it. */
function* piecesOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, "r");
  try {
    for (;;) {
      const piece = new Uint8Array(pieceBytes);
      const length = readSync(descriptor, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
