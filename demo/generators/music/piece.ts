import type { Note } from "./notation.ts";
import type { Stereo } from "./signal.ts";
import type { Voice } from "./voices.ts";

/** One instrument's part of a piece. */
export interface Part {
  name: string;
  voice: Voice;
  notes: Note[];
  /** How loud it is in the mix, by itself (LUFS). */
  loudness: number;
  /** From -1, left, to 1, right. */
  pan?: number;
  /** What of it goes into the room, and into the echo, from 0 to 1. */
  room?: number;
  echo?: number;
  /** How many seconds after the others it takes its beat. */
  behind?: number;
  effect?: (sound: Stereo) => Stereo;
}

/**
 * So many beats at a time are divided into parts, which are equal on paper and of these shares when played: the halves
 * of a swung beat, the three beats of a jig, or the give and take of a whole phrase.
 */
export interface Groove {
  beats: number;
  shares: number[];
}

/** A piece of music, ready to be performed. */
export interface Piece {
  title: string;
  /** In `demo/music`. */
  file: string;
  /** What it lasts, the last chord's ringing included; whole seconds. */
  seconds: number;
  beatsPerMinute: number;
  beatsPerBar: number;
  groove: Groove;
  /** From this beat on it slows down. */
  slowsFrom: number;
  /** The pitch classes of the key, 0 being C. */
  scale: readonly number[];
  /** The chord of each bar, in the names of its notes, which may leave the key. */
  harmony: string[];
  roomSeconds: number;
  /** Between two echoes, in beats. */
  echoBeats: number;
  parts: Part[];
}
