import { echo, room } from "./effects.ts";
import { gentleHighPass } from "./filters.ts";
import { atLoudness, mastered } from "./master.ts";
import { frequencyOf } from "./notation.ts";
import type { Groove, Part, Piece } from "./piece.ts";
import {
  addInto,
  filtered,
  inSamples,
  type Random,
  randomFrom,
  type Signal,
  type Stereo,
  silence,
} from "./signal.ts";

/** Where the first beat falls, so that nothing begins before the file does. Seconds. */
const leadIn = 0.06;
const fadeSeconds = 2.2;

/** Plays a piece and mixes it: every part at its own loudness, in one room, at its place between left and right. */
export function perform(piece: Piece): Stereo {
  const mix = silence(piece.seconds);
  const toRoom = silence(piece.seconds);
  const toEcho = silence(piece.seconds);
  piece.parts.forEach((part, index) => {
    const stem = playPart(piece, part, randomFrom(1000 + index));
    mixInto(mix, stem, 1);
    mixInto(toRoom, stem, part.room ?? 0);
    mixInto(toEcho, stem, part.echo ?? 0);
  });
  const echoes = echo(toEcho, (piece.echoBeats * 60) / piece.beatsPerMinute, 0.38);
  mixInto(mix, echoes, 1);
  mixInto(toRoom, echoes, 0.3);
  mixInto(mix, room(toRoom, piece.roomSeconds, 4200), 1);
  return faded(mastered(mix));
}

/** One part by itself, without room and echo, as loud as it is in the mix. */
export function playPart(piece: Piece, part: Part, random: Random): Stereo {
  const stem = silence(piece.seconds);
  const [leftGain, rightGain] = gains(part.pan ?? 0);
  const ends = new Set(part.notes.map(({ at, length }) => at + length));
  let drift = 0;
  for (const note of part.notes) {
    // Who is late is still a little late on the next note.
    drift = 0.6 * drift + (random() + random() - 1) * 0.005;
    const late = (part.behind ?? 0) + drift;
    const start = secondsAt(piece, note.at) + late;
    const tone = {
      frequency: note.pitch === null ? 0 : frequencyOf(note.pitch),
      seconds: secondsAt(piece, note.at + note.length) + late - start,
      velocity: Math.min(1, note.velocity * (0.93 + 0.14 * random())),
      slurred: ends.has(note.at),
    };
    const sound = part.voice(tone, random);
    const { left, right } = "left" in sound ? sound : { left: sound, right: sound };
    addInto(stem.left, left, inSamples(start), leftGain);
    addInto(stem.right, right, inSamples(start), rightGain);
  }
  const steady = filtered(stem, () => gentleHighPass(25));
  return atLoudness(part.effect?.(steady) ?? steady, part.loudness);
}

/** When a beat is played, in seconds: in the piece's groove, and slower towards the end. */
function secondsAt({ beatsPerMinute, groove, slowsFrom }: Piece, beat: number): number {
  const grooved = playedAt(groove, beat);
  const slowed = grooved + 0.03 * Math.max(0, grooved - slowsFrom) ** 2;
  return leadIn + (slowed * 60) / beatsPerMinute;
}

/** When a written beat is played, in beats. */
export function playedAt({ beats, shares }: Groove, beat: number): number {
  const group = Math.floor(beat / beats);
  const written = (beat / beats - group) * shares.length;
  const whole = shares.reduce((sum, share) => sum + share);
  const played = shares.reduce(
    (sum, share, index) => sum + share * Math.min(1, Math.max(0, written - index)),
    0,
  );
  return (group + played / whole) * beats;
}

/** As loud at the side as in the middle. */
function gains(pan: number): [number, number] {
  const angle = ((pan + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)];
}

function mixInto(target: Stereo, sound: Stereo, gain: number): void {
  addInto(target.left, sound.left, 0, gain);
  addInto(target.right, sound.right, 0, gain);
}

function faded({ left, right }: Stereo): Stereo {
  const from = left.length - inSamples(fadeSeconds);
  const fade = (signal: Signal) =>
    signal.map((sample, now) =>
      now < from ? sample : sample * Math.cos((Math.PI / 2) * ((now - from) / (left.length - from))) ** 2,
    );
  return { left: fade(left), right: fade(right) };
}
