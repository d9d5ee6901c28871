import { fstatSync, openSync, readSync } from "node:fs";
import { AbstractTokenizer, EndOfStreamError } from "strtok3";

const windowBytes = 256 * 1024;
/**
 * A local file for parsers that take it in by many small pieces (an Ogg track: hundreds of thousands), through a window
 * of a quarter of a megabyte. Reads synchronously: for a worker thread.
 */
export class FileWindow extends AbstractTokenizer {
  readonly fileInfo: { size: number; mimeType: string };
  readonly #descriptor: number;
  readonly #window = Buffer.alloc(windowBytes);
  #start = 0;
  #end = 0;

  /** @param largestPiece bytes that a parser may ask for at once: one claimed length must not take all memory */
  constructor(file: string, mimeType: string, largestPiece: number) {
    super({ maxBufferSize: largestPiece });
    this.#descriptor = openSync(file, "r");
    this.fileInfo = { size: fstatSync(this.#descriptor).size, mimeType };
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async readBuffer(target: Uint8Array, options?: ReadOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options);
    const count = await this.peekBuffer(target, options);
    this.position = position + count;
    return count;
  }

  async peekBuffer(target: Uint8Array, options?: ReadOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options);
    const count = this.read(target.subarray(0, length), position);
    if (count < length && !mayBeLess) throw new EndOfStreamError();
    return count;
  }

  /** Fills `target` as far as the file goes. @returns the bytes that were read */
  read(target: Uint8Array, position: number): number {
    if (target.length > windowBytes) return readSync(this.#descriptor, target, 0, target.length, position);
    if (position < this.#start || position + target.length > this.#end) {
      this.#start = position;
      this.#end = position + readSync(this.#descriptor, this.#window, 0, windowBytes, position);
    }
    return this.#window.copy(target, 0, position - this.#start, Math.max(this.#end - this.#start, 0));
  }
}

type ReadOptions = Parameters<AbstractTokenizer["readBuffer"]>[1];
