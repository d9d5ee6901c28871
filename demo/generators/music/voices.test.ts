import { describe, expect, test } from "vitest";
import { chain, highPass } from "./filters.ts";
import { randomFrom, type Signal, sampleRate } from "./signal.ts";
import {
  bowedBass,
  electricPiano,
  kalimba,
  melodica,
  pad,
  string,
  uprightBass,
  type Voice,
} from "./voices.ts";

const voices: [string, Voice][] = [
  ["a string", string({ brightness: 5000, ring: 4, pluckedAt: 0.2 })],
  ["the bass", uprightBass],
  ["the electric piano", electricPiano],
  ["the bowed bass", bowedBass],
  ["the melodica", melodica],
  ["the thumb piano", kalimba],
];

describe.each(voices)("%s", (_, voice) => {
  test.each([82.41, 220, 659.26])("is in tune at %d Hz", (frequency) => {
    const sound = mono(voice({ frequency, seconds: 1, velocity: 0.7 }, randomFrom(1)));
    const cents = Array.from({ length: 41 }, (_, index) => index - 20);
    const strengths = cents.map((cent) => strengthAt(sound, frequency * 2 ** (cent / 1200)));
    expect(Math.abs(cents[strengths.indexOf(Math.max(...strengths))] ?? Number.NaN)).toBeLessThanOrEqual(3);
  });
});

test.each([...voices, ["the pad", pad({ attack: 0.3, release: 0.5, brightness: 1000 })] as [string, Voice]])(
  "%s ends without a click",
  (_, voice) => {
    const sound = mono(voice({ frequency: 220, seconds: 0.5, velocity: 1 }, randomFrom(1)));
    const highs = sound.map(chain(highPass(6000), highPass(6000)));
    const [held, released] = [0.3 * sampleRate, 0.5 * sampleRate];
    const whileHeld = largest(highs.subarray(held, released));
    expect(largest(highs.subarray(released))).toBeLessThan(Math.max(0.002, whileHeld));
    expect(largest(sound.subarray(-20))).toBeLessThan(0.0005);
    expect(largest(sound)).toBeLessThan(1);
  },
);

test.each([1, 2, 3, 4])("a string is plucked without a click (%d)", (seed) => {
  const nylon = string({ brightness: 4400, ring: 4, pluckedAt: 0.24 });
  const sound = mono(nylon({ frequency: 440, seconds: 0.3, velocity: 0.7 }, randomFrom(seed)));
  const highs = sound.map(chain(highPass(9000), highPass(9000)));
  expect(largest(highs)).toBeLessThan(0.05 * largest(sound));
});

function mono(sound: ReturnType<Voice>): Signal {
  return "left" in sound ? sound.left : sound;
}

function largest(signal: Signal): number {
  return signal.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** How much of one frequency there is from 0.1 to 0.9 seconds. */
function strengthAt(sound: Signal, frequency: number): number {
  const [from, to] = [0.1 * sampleRate, 0.9 * sampleRate];
  let [cosine, sine] = [0, 0];
  sound.subarray(from, to).forEach((sample, index) => {
    const angle = (2 * Math.PI * frequency * index) / sampleRate;
    const windowed = sample * Math.sin((Math.PI * index) / (to - from)) ** 2;
    cosine += windowed * Math.cos(angle);
    sine += windowed * Math.sin(angle);
  });
  return cosine ** 2 + sine ** 2;
}
