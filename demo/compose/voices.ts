import { bandPass, chain, DelayLine, gentleHighPass, gentleLowPass, highPass, lowPass } from "./filters.ts";
import { type Random, type Signal, type Stereo, sampleRate, signalOf } from "./signal.ts";

/** One note as an instrument gets it. */
export interface Tone {
  /** Hz; 0 for what has no pitch. */
  frequency: number;
  /** Until it is let go. */
  seconds: number;
  /** How hard it is played, from 0 to 1. */
  velocity: number;
}

/** An instrument. The sound may go on after the tone is let go; it ends in silence. */
export type Voice = (tone: Tone, random: Random) => Signal | Stereo;

const turn = 2 * Math.PI;

/**
 * A plucked string: a delay line as long as one swing, which loses a little of its highs each time round (Karplus and
 * Strong, with the tuning of Jaffe and Smith).
 * @param brightness where the highs of a firm pluck end (Hz)
 * @param ring seconds until a low string is 60 dB quieter
 * @param pluckedAt which part of the string's length from its end
 */
export function string(settings: { brightness: number; ring: number; pluckedAt: number }): Voice {
  return ({ frequency, seconds, velocity }, random) => {
    const ring = settings.ring * Math.min(1, (220 / frequency) ** 0.2);
    const dulling = Math.min(0.5, 0.32 * (220 / frequency) ** 0.5);
    const omega = (turn * frequency) / sampleRate;
    const dullingDelay =
      Math.atan2(dulling * Math.sin(omega), 1 - dulling + dulling * Math.cos(omega)) / omega;
    const exact = sampleRate / frequency - dullingDelay;
    const length = Math.floor(exact - 0.3);
    const rest = exact - length;
    const tuning = (1 - rest) / (1 + rest);
    const keep = 10 ** (-3 / (frequency * ring));

    const line = new DelayLine(length);
    for (const sample of displacement(length, frequency, velocity, settings, random)) line.write(sample);
    let [lastRound, lastTuned, lastIn] = [0, 0, 0];
    const released = fadeAfter(seconds, 0.09);
    const pick = chain(bandPass(1800 + 1500 * velocity, 1.2), gentleHighPass(600));
    const steady = gentleHighPass(35);
    return signalOf(seconds + 0.12, (time) => {
      const round = line.read(length - 1);
      const dulled = keep * ((1 - dulling) * round + dulling * lastRound);
      const tuned = tuning * (dulled - lastTuned) + lastIn;
      [lastRound, lastTuned, lastIn] = [round, tuned, dulled];
      line.write(tuned);
      const finger = pick(random() - 0.5) * Math.exp(-time / 0.006) * 0.25 * velocity;
      return steady(round + finger) * Math.min(1, time / 0.0015) * released(time) * (0.25 + 0.75 * velocity);
    });
  };
}

/** One swing of the string at the moment it is let go: the harmonics that this place and this finger leave it. */
function displacement(
  length: number,
  frequency: number,
  velocity: number,
  { brightness, pluckedAt }: { brightness: number; pluckedAt: number },
  random: Random,
): Signal {
  const place = pluckedAt * (0.92 + 0.16 * random());
  const highest = brightness * (0.35 + 0.65 * velocity);
  const harmonics = Array.from({ length: Math.floor(length / 2.4) }, (_, index) => {
    const number = index + 1;
    const softened = 1 / (1 + ((number * frequency) / highest) ** 2);
    return {
      number,
      phase: turn * random(),
      level: (Math.sin(Math.PI * number * place) / number) * softened,
    };
  });
  const power = harmonics.reduce((sum, { level }) => sum + level ** 2 / 2, 0);
  return new Float32Array(length).map((_, index) => {
    const swing = harmonics.reduce(
      (sum, { number, phase, level }) => sum + level * Math.sin((turn * number * index) / length + phase),
      0,
    );
    return (0.3 * swing) / Math.sqrt(power);
  });
}

/** Saws that are never quite in tune with each other, behind a slow low-pass: warm, wide, without an edge. */
export function pad(settings: { attack: number; release: number; brightness: number }): Voice {
  return ({ frequency, seconds, velocity }, random) => {
    const length = seconds + settings.release + 0.05;
    const swell = (time: number) =>
      smooth(time / settings.attack) * (1 - smooth((time - seconds) / settings.release));
    const side = (cents: number[]): Signal => {
      const saws = cents.map((cent) => saw(frequency * 2 ** (cent / 1200), random()));
      const drift = turn * random();
      const soft = movingLowPass();
      return signalOf(length, (time) => {
        const sum = saws.reduce((total, next) => total + next(), 0) / saws.length;
        const opened =
          settings.brightness * (0.75 + 0.25 * Math.sin(turn * 0.13 * time + drift)) * swellOf(time);
        return soft(sum, opened) * swell(time) * velocity * 0.5;
      });
    };
    const swellOf = (time: number) => 0.5 + 0.5 * smooth(time / (2 * settings.attack));
    return { left: side([-9, -2, 5]), right: side([-5, 2, 9]) };
  };
}

/** A saw without the edges that would fold back into hearing (polynomial band-limited step). */
function saw(frequency: number, start: number): () => number {
  const step = frequency / sampleRate;
  let phase = start;
  return () => {
    phase += step;
    if (phase >= 1) phase -= 1;
    return 2 * phase - 1 - rounding(phase, step);
  };
}

function rounding(phase: number, step: number): number {
  if (phase < step) {
    const near = phase / step;
    return near + near - near * near - 1;
  }
  if (phase > 1 - step) {
    const near = (phase - 1) / step;
    return near * near + near + near + 1;
  }
  return 0;
}

/** A state-variable low-pass (Zavalishin's) whose cutoff may move with every sample. */
function movingLowPass(): (sample: number, cutoff: number) => number {
  let [first, second] = [0, 0];
  return (sample, cutoff) => {
    const g = Math.tan((Math.PI * cutoff) / sampleRate);
    const k = Math.SQRT2;
    const a = 1 / (1 + g * (g + k));
    const high = sample - second;
    const band = a * first + g * a * high;
    const low = second + g * band;
    first = 2 * band - first;
    second = 2 * low - second;
    return low;
  };
}

/** An upright bass, played softly: the upper partials go first, and the finger is heard. */
export const uprightBass: Voice = ({ frequency, seconds, velocity }, random) => {
  const partials = [
    { level: 1, fade: 1.5 },
    { level: 0.55, fade: 0.75 },
    { level: 0.3, fade: 0.38 },
    { level: 0.14, fade: 0.22 },
    { level: 0.06, fade: 0.12 },
  ];
  const finger = chain(bandPass(650, 0.9), lowPass(1400));
  const released = fadeAfter(seconds, 0.07);
  let angle = 0;
  return signalOf(seconds + 0.1, (time) => {
    // The string starts a little sharp, as a plucked one does.
    angle += (turn * frequency * (1 + 0.006 * Math.exp(-time / 0.03))) / sampleRate;
    const swing = partials.reduce(
      (sum, { level, fade }, index) => sum + level * Math.exp(-time / fade) * Math.sin((index + 1) * angle),
      0,
    );
    const touch = finger(random() - 0.5) * Math.exp(-time / 0.012) * 0.8;
    return Math.tanh((swing * smooth(time / 0.012) * 0.9 + touch) * velocity) * 0.6 * released(time);
  });
};

/** An electric piano: two sines, one bending the other, and the tine that the hammer strikes. */
export const electricPiano: Voice = ({ frequency, seconds, velocity }) => {
  const fade = 2.4 * Math.min(1.4, (262 / frequency) ** 0.5);
  const released = fadeAfter(seconds, 0.22);
  return signalOf(seconds + 0.25, (time) => {
    const angle = turn * frequency * time;
    const bend = velocity * (0.25 + 1.15 * Math.exp(-time / 0.45));
    const tine = Math.sin(angle * 7 + 0.2) * Math.exp(-time / 0.09) * 0.07 * velocity ** 2;
    const tone = Math.sin(angle + bend * Math.sin(angle)) + tine;
    return tone * Math.exp(-time / fade) * smooth(time / 0.006) * released(time) * velocity * 0.4;
  });
};

/** A free reed, between melodica and whistle: breath, and a vibrato that comes only when the note is held. */
export const reed: Voice = ({ frequency, seconds, velocity }, random) => {
  const partials = [1, 0.42, 0.24, 0.11, 0.07, 0.04, 0.02].filter(
    (_, index) => frequency * (index + 1) < 9000,
  );
  const breath = chain(bandPass(Math.min(frequency * 2, 5000), 1.5), gentleHighPass(400));
  const pace = 4.7 + 0.5 * random();
  let angle = 0;
  return signalOf(seconds + 0.16, (time) => {
    const vibrato = 0.0055 * smooth((time - 0.28) / 0.4) * Math.sin(turn * pace * time);
    const scoop = -0.012 * Math.exp(-time / 0.035);
    angle += (turn * frequency * (1 + vibrato + scoop)) / sampleRate;
    const opening = smooth(time / 0.07);
    const swing = partials.reduce(
      (sum, level, index) => sum + level * opening ** index * Math.sin((index + 1) * angle),
      0,
    );
    const air = breath(random() - 0.5) * (0.12 + 0.3 * Math.exp(-time / 0.05));
    const swell = 0.82 + 0.18 * smooth(time / 0.5) + vibrato * 12;
    return (swing + air) * opening * swell * (1 - smooth((time - seconds) / 0.15)) * velocity * 0.35;
  });
};

/** A thumb piano: a tongue of steel on a small box. */
export const kalimba: Voice = ({ frequency, velocity }, random) => {
  const ring = 0.5 * Math.min(1.5, (440 / frequency) ** 0.6);
  const knock = bandPass(380, 1.5);
  const length = Math.min(2.2, ring * 7);
  const ended = fadeAfter(length - 0.06, 0.05);
  return signalOf(length, (time) => {
    const angle = turn * frequency * time;
    const tone =
      Math.sin(angle) * Math.exp(-time / ring) +
      0.12 * Math.sin(2.01 * angle) * Math.exp(-time / (ring * 0.5)) +
      0.16 * velocity * Math.sin(5.42 * angle) * Math.exp(-time / 0.035);
    const box = knock(random() - 0.5) * Math.exp(-time / 0.014) * 1.1;
    return (tone + box) * smooth(time / 0.0025) * ended(time) * velocity * 0.45;
  });
};

/** A bass drum with a felt beater. */
export const kick: Voice = ({ velocity }, random) => {
  let angle = 0;
  const felt = lowPass(900);
  return signalOf(0.42, (time) => {
    angle += (turn * (47 + 62 * Math.exp(-time / 0.032))) / sampleRate;
    const beater = felt(random() - 0.5) * Math.exp(-time / 0.006) * 0.5;
    const drum = Math.sin(angle) * Math.exp(-time / 0.12) * smooth(time / 0.003);
    return (drum + beater) * velocity * 0.8 * (1 - smooth((time - 0.33) / 0.08));
  });
};

/** A brush tapped on a snare drum. */
export const brushTap: Voice = ({ velocity }, random) => {
  const wires = chain(highPass(900), lowPass(3200 + 3800 * velocity, 0.6));
  const skin = bandPass(205, 4);
  return signalOf(0.36, (time) => {
    const noise = random() - 0.5;
    const brush =
      wires(noise) * (Math.exp(-time / 0.02) + 0.35 * Math.exp(-time / 0.075)) * smooth(time / 0.002);
    return (
      (brush + skin(noise) * Math.exp(-time / 0.05) * 1.5) * velocity * (1 - smooth((time - 0.28) / 0.07))
    );
  });
};

/** A brush drawn over the skin, for as long as the tone lasts. */
export const brushSweep: Voice = ({ seconds, velocity }, random) => {
  const wires = chain(bandPass(2600, 0.7), lowPass(5200));
  const unevenness = gentleLowPass(24);
  return signalOf(seconds, (time) => {
    const arc = Math.sin(Math.PI * Math.min(1, time / seconds)) ** 1.6;
    const grain = 1 + 9 * unevenness(random() - 0.5);
    return wires(random() - 0.5) * arc * grain * velocity * 0.5;
  });
};

/** Seeds in a gourd. */
export const shaker: Voice = ({ velocity }, random) => {
  const seeds = chain(highPass(3800), lowPass(8500));
  return signalOf(0.13, (time) => {
    const throwing = smooth(time / 0.018) * Math.exp(-Math.max(0, time - 0.018) / 0.026);
    return seeds(random() - 0.5) * throwing * velocity * (1 - smooth((time - 0.1) / 0.03));
  });
};

/** A few hands, never quite together. */
export const claps: Voice = ({ velocity }, random) => {
  const hands = [0, 0.009 + 0.003 * random(), 0.019 + 0.004 * random(), 0.027 + 0.004 * random()];
  const palm = chain(bandPass(1250, 1.1), lowPass(4200));
  return signalOf(0.34, (time) => {
    const struck = hands.reduce((sum, at, index) => {
      const since = time - at;
      return since < 0 ? sum : sum + Math.exp(-since / (index === 3 ? 0.045 : 0.007)) * smooth(since / 0.001);
    }, 0);
    return palm(random() - 0.5) * struck * velocity * (1 - smooth((time - 0.25) / 0.08));
  });
};

/** From 0 to 1 without a corner. */
function smooth(progress: number): number {
  const within = Math.min(1, Math.max(0, progress));
  return within * within * (3 - 2 * within);
}

/** 1 until `seconds`, then gone within `release`. */
function fadeAfter(seconds: number, release: number): (time: number) => number {
  return (time) => (1 - smooth((time - seconds) / release)) ** 1.5;
}
