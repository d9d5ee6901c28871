/** A piece of decoded sound: one array a channel, all equally long, full scale being 1. */
export interface Sound {
  channels: Float32Array[];
  /** Frames a second. */
  rate: number;
}

/** The format of a WAV's samples. */
interface SampleFormat {
  channels: number;
  rate: number;
  bytesPerSample: number;
  read(bytes: DataView, at: number): number;
}

/** As long as a chunk can claim to be; a program that writes to a pipe doesn't know the length and writes this. */
const openEnd = 0xffff_ffff;
const extensible = 0xfffe;

/**
 * The sound in a WAV, piece by piece: PCM of 8 to 32 bits, floating point, A-law and µ-law, plain or extensible header.
 * Ends where the bytes end, whatever the header says.
 * @throws Error where it is none of these
 */
export async function* soundOfWave(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Sound> {
  const source = new ByteSource(bytes);
  const head = await source.take(12);
  if (head?.toString("latin1", 0, 4) !== "RIFF" || head.toString("latin1", 8) !== "WAVE") {
    throw new Error("This is no WAV.");
  }
  let format: SampleFormat | undefined;
  for (;;) {
    const chunk = await source.take(8);
    if (!chunk) throw new Error("This WAV holds no sound.");
    const name = chunk.toString("latin1", 0, 4);
    const size = chunk.readUInt32LE(4);
    if (name === "data") {
      if (!format) throw new Error("This WAV doesn't say how its sound is written.");
      yield* samples(source, format, size === 0 || size === openEnd ? Number.POSITIVE_INFINITY : size);
      return;
    }
    // Chunks stand at even places.
    const length = size + (size % 2);
    if (name === "fmt " && size >= 16 && size <= 64) {
      const described = await source.take(length);
      if (described) format = formatOf(described);
    } else await source.skip(length);
  }
}

async function* samples(source: ByteSource, format: SampleFormat, size: number): AsyncGenerator<Sound> {
  const { channels, rate, bytesPerSample, read } = format;
  const frameBytes = channels * bytesPerSample;
  for (let left = size; left >= frameBytes; ) {
    const bytes = await source.takeFrames(frameBytes, left);
    if (!bytes) return;
    left -= bytes.length;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const frames = bytes.length / frameBytes;
    yield {
      rate,
      channels: Array.from({ length: channels }, (_, channel) => {
        const samples = new Float32Array(frames);
        for (let frame = 0; frame < frames; frame += 1) {
          samples[frame] = read(view, frame * frameBytes + channel * bytesPerSample);
        }
        return samples;
      }),
    };
  }
}

function formatOf(chunk: Buffer): SampleFormat {
  const tag = chunk.readUInt16LE(0);
  // The extensible header says later what a plain one says at once.
  const kind = tag === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag;
  const channels = chunk.readUInt16LE(2);
  const rate = chunk.readUInt32LE(4);
  const bytesPerSample = chunk.readUInt16LE(14) / 8;
  const read = readers[`${kind}/${bytesPerSample}`];
  if (!read || channels < 1 || channels > 32 || rate < 1000 || rate > 1_000_000) {
    throw new Error("This WAV is written in a way that isn't known.");
  }
  return { channels, rate, bytesPerSample, read };
}

/** By the kind (1 PCM, 3 floating point, 6 A-law, 7 µ-law) and the bytes of a sample. */
const readers: Readonly<Record<string, SampleFormat["read"]>> = {
  "1/1": (view, at) => (view.getUint8(at) - 128) / 128,
  "1/2": (view, at) => view.getInt16(at, true) / 0x8000,
  "1/3": (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 0x80_0000,
  "1/4": (view, at) => view.getInt32(at, true) / 0x8000_0000,
  "3/4": (view, at) => view.getFloat32(at, true),
  "3/8": (view, at) => view.getFloat64(at, true),
  "6/1": (view, at) => aLaw(view.getUint8(at)),
  "7/1": (view, at) => muLaw(view.getUint8(at)),
};

/** ITU-T G.711. */
function aLaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const step = ((bits & 15) << 4) + 8;
  const size = exponent === 0 ? step : (step + 0x100) << (exponent - 1);
  return (bits & 0x80 ? size : -size) / 0x8000;
}

/** ITU-T G.711. */
function muLaw(code: number): number {
  const bits = ~code & 0xff;
  const size = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return (bits & 0x80 ? -size : size) / 0x8000;
}

/** Bytes as they come, in the portions that are needed. */
class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #rest = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#pieces = Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  }

  /** Exactly so many; undefined where there are fewer. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#rest.length < count) if (!(await this.#more())) return undefined;
    return this.#cut(count);
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (this.#rest.length < left) {
      left -= this.#rest.length;
      this.#rest = Buffer.alloc(0);
      if (!(await this.#more())) return;
    }
    this.#cut(left);
  }

  /** As many whole frames as are here, at least one, at most `most` bytes; undefined at the end. */
  async takeFrames(frameBytes: number, most: number): Promise<Buffer | undefined> {
    while (this.#rest.length < frameBytes) if (!(await this.#more())) return undefined;
    const available = Math.min(this.#rest.length, most);
    return this.#cut(available - (available % frameBytes));
  }

  #cut(count: number): Buffer {
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#pieces.next();
    if (done) return false;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : Buffer.from(value);
    return true;
  }
}
