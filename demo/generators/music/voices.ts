import {
  bandPass,
  chain,
  DelayLine,
  gentleHighPass,
  gentleLowPass,
  highPass,
  lowPass,
  peak,
} from "./filters.ts";
import { type Random, type Signal, type Stereo, sampleRate, signalOf } from "./signal.ts";

/** One note as an instrument gets it. */
export interface Tone {
  /** Hz; 0 for what has no pitch. */
  frequency: number;
  /** Until it is let go. */
  seconds: number;
  /** How hard it is played, from 0 to 1. */
  velocity: number;
  /** Begins where the last one ended, in the same breath or on the same bow. */
  slurred?: boolean;
}

/** An instrument. The sound may go on after the tone is let go; it ends in silence. */
export type Voice = (tone: Tone, random: Random) => Signal | Stereo;

const turn = 2 * Math.PI;

/**
 * A plucked string. It swings in two planes: towards the box, which takes the sound from it soon, and along it, where it
 * rings on, a hair's breadth away in pitch. Hence a firm beginning, a long end, and a slow beat between them.
 * @param brightness where the highs of a firm pluck end (Hz)
 * @param ring seconds until a low string is 60 dB quieter
 * @param pluckedAt which part of the string's length from its end
 */
export function string(settings: { brightness: number; ring: number; pluckedAt: number }): Voice {
  return ({ frequency, seconds, velocity }, random) => {
    const ring = settings.ring * Math.min(1, (220 / frequency) ** 0.2);
    const place = settings.pluckedAt * (0.92 + 0.16 * random());
    const highest = settings.brightness * (0.35 + 0.65 * velocity);
    const plane = (cents: number, fade: number) => {
      const pitch = frequency * 2 ** (cents / 1200);
      return swinging(pitch, fade, (samples) => plucked(samples, pitch, place, highest, random));
    };
    const [across, along] = [plane(0.5, 0.4 * ring), plane(-0.3, ring)];
    const released = fadeAfter(seconds, 0.09);
    const pick = chain(bandPass(1800 + 1500 * velocity, 1.2), gentleHighPass(600));
    const knock = bandPass(170, 1.4);
    const steady = gentleHighPass(35);
    return signalOf(seconds + 0.12, (time) => {
      const noise = random() - 0.5;
      const finger =
        pick(noise) * Math.exp(-time / 0.006) * 0.25 * velocity +
        knock(noise) * Math.exp(-time / 0.02) * 0.3 * velocity;
      const swing = 0.5 * across() + 0.62 * along();
      return steady(swing + finger) * Math.min(1, time / 0.0015) * released(time) * (0.25 + 0.75 * velocity);
    });
  };
}

/**
 * What has been set swinging goes round in a delay line as long as one swing, and loses a little of its highs each time
 * (Karplus and Strong, with the tuning of Jaffe and Smith).
 * @param ring seconds until it is 60 dB quieter
 * @param begin how it swings at first, in so many samples
 */
function swinging(frequency: number, ring: number, begin: (samples: number) => Signal): () => number {
  const dulling = Math.min(0.5, 0.32 * (220 / frequency) ** 0.5);
  const omega = (turn * frequency) / sampleRate;
  const dullingDelay = Math.atan2(dulling * Math.sin(omega), 1 - dulling + dulling * Math.cos(omega)) / omega;
  const exact = sampleRate / frequency - dullingDelay;
  const length = Math.floor(exact - 0.3);
  const rest = exact - length;
  const tuning = (1 - rest) / (1 + rest);
  const keep = 10 ** (-3 / (frequency * ring));
  const line = new DelayLine(length);
  let [lastRound, lastTuned, lastIn] = [0, 0, 0];
  const next = (round: number) => {
    const dulled = keep * ((1 - dulling) * round + dulling * lastRound);
    const tuned = tuning * (dulled - lastTuned) + lastIn;
    [lastRound, lastTuned, lastIn] = [round, tuned, dulled];
    return tuned;
  };
  // The loop has heard the string swing before the first sample, so that the second round follows without a click.
  const heardBefore = 64;
  begin(heardBefore + length).forEach((sample, index) => {
    if (index < heardBefore) next(sample);
    else line.write(sample);
  });
  return () => {
    const round = line.read(length - 1);
    line.write(next(round));
    return round;
  };
}

/** How the string swings when it is let go: with the harmonics that this place and this finger leave it. */
function plucked(samples: number, frequency: number, place: number, highest: number, random: Random): Signal {
  const harmonics = Array.from({ length: Math.floor(sampleRate / frequency / 2.4) }, (_, index) => {
    const number = index + 1;
    const softened = 1 / (1 + ((number * frequency) / highest) ** 3);
    return {
      number,
      phase: turn * random(),
      level: (Math.sin(Math.PI * number * place) / number) * softened,
    };
  });
  const power = harmonics.reduce((sum, { level }) => sum + level ** 2 / 2, 0);
  return new Float32Array(samples).map((_, index) => {
    const angle = (turn * frequency * index) / sampleRate;
    const swing = harmonics.reduce(
      (sum, { number, phase, level }) => sum + level * Math.sin(number * angle + phase),
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

/**
 * An upright bass, plucked with the flesh of the finger. Its box is too small for the lowest tones, so that one hears
 * them by their overtones; those in the middle come a moment late, which makes it growl.
 */
export const uprightBass: Voice = ({ frequency, seconds, velocity }, random) => {
  const partials = Array.from({ length: 12 }, (_, index) => {
    const number = index + 1;
    return {
      stretch: number * Math.sqrt(1 + 0.00006 * number ** 2),
      level:
        number === 1 ? 1.5 * (frequency / (frequency + 45)) : 0.9 / (number - 0.6) ** (1.75 - 0.5 * velocity),
      fade: 1.7 / number ** 0.85,
      late: number >= 3 && number <= 7 ? 0.6 : 0,
    };
  });
  const finger = chain(bandPass(700, 0.8), lowPass(1700));
  const knock = bandPass(105, 1.6);
  const box = chain(peak(98, 3, 2.5), peak(205, 2.5, 2.5), peak(640, 1.6, 2), lowPass(3200));
  const released = fadeAfter(seconds, 0.07);
  let angle = 0;
  return signalOf(seconds + 0.1, (time) => {
    // The string starts a little sharp, as a plucked one does.
    angle += (turn * frequency * (1 + 0.005 * Math.exp(-time / 0.03))) / sampleRate;
    const swing = partials.reduce(
      (sum, { stretch, level, fade, late }) =>
        sum +
        level * Math.exp(-time / fade) * (1 - late * Math.exp(-time / 0.05)) * Math.sin(stretch * angle),
      0,
    );
    const noise = random() - 0.5;
    const touch = finger(noise) * Math.exp(-time / 0.014) * 1.1 + knock(noise) * Math.exp(-time / 0.03) * 1.6;
    const sound = box(swing * smooth(time / 0.01) * 0.42 + touch) * velocity;
    return Math.tanh(sound) * 0.6 * released(time);
  });
};

/** The same bass with the bow, near the fingerboard: it takes its time to speak, and never stands quite still. */
export const bowedBass: Voice = ({ frequency, seconds, velocity, slurred }, random) => {
  const start = slurred ? 0.12 : 0.45;
  const next = [saw(frequency, random()), saw(frequency * 2 ** (3 / 1200), random())];
  const hair = chain(bandPass(1900, 0.6), gentleHighPass(500));
  const box = chain(peak(98, 3, 3), peak(205, 2.5, 3), peak(410, 3, 2), peak(1100, 2, -3));
  const soft = movingLowPass();
  const unevenness = gentleLowPass(3);
  const [pace, phase] = [0.17 + 0.1 * random(), turn * random()];
  return signalOf(seconds + 0.4, (time) => {
    const pressure =
      smooth(time / start) *
      (1 - smooth((time - seconds) / 0.35)) *
      (0.85 + 0.15 * Math.sin(turn * pace * time + phase));
    const grain = 1 + 6 * unevenness(random() - 0.5);
    const swing = next.reduce((sum, sample) => sum + sample(), 0) / next.length;
    const bowed = soft(swing, 250 + 1100 * pressure * velocity) + hair(random() - 0.5) * 0.05 * pressure;
    return box(bowed * pressure * grain) * velocity * 0.3;
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

/**
 * A melodica: a free reed, which opens and shuts the way of the air, so that it is the richer in overtones the harder
 * one blows; in a small box of plastic, which has a colour of its own. The vibrato is the breath's and comes only when
 * a note is held. Within one breath the next note takes over without a new beginning.
 */
export const melodica: Voice = ({ frequency, seconds, velocity, slurred }, random) => {
  const partials = Array.from({ length: 24 }, (_, index) => index + 1)
    .filter((number) => number * frequency < 11_000)
    .map((number) => ({
      number,
      level: (number % 2 === 0 ? 0.86 : 1) * number ** -0.95 * plastic(number * frequency),
      phase: 0.9 * Math.sqrt(number),
    }));
  const power = Math.sqrt(partials.reduce((sum, { level }) => sum + level ** 2, 0));
  const breath = chain(bandPass(2400, 0.5), gentleHighPass(500), lowPass(7000));
  const pace = 4.6 + 0.6 * random();
  const [opening, chiff, scoop] = slurred ? [0.028, 0.03, 0.002] : [0.075 - 0.03 * velocity, 0.22, 0.008];
  const wavering = gentleLowPass(5);
  let angle = 0;
  return signalOf(seconds + 0.12, (time) => {
    const held = smooth((time - 0.3) / 0.5);
    const wave = held * Math.sin(turn * pace * time);
    const drift = 0.0009 * Math.sin(turn * 0.7 * time + 9 * pace);
    angle += (turn * frequency * (1 + 0.0028 * wave + drift - scoop * Math.exp(-time / 0.03))) / sampleRate;
    const closing = 1 - smooth((time - seconds) / 0.08);
    const swell = 0.86 + 0.14 * smooth(time / 0.6);
    const pressure =
      smooth(time / opening) * swell * closing * (1 + 0.09 * wave + 1.2 * wavering(random() - 0.5));
    // What the reed gives up first when the breath gets weaker are its highs.
    const dullness = Math.exp(-(0.03 + 0.28 * (1 - velocity * Math.min(1, pressure))));
    let [swing, kept] = [0, 1];
    for (const { number, level, phase } of partials) {
      swing += level * kept * Math.sin(number * angle + phase);
      kept *= dullness;
    }
    const air = breath(random() - 0.5) * (0.05 + chiff * Math.exp(-time / 0.035));
    return ((swing / power) * pressure + air * smooth(time / 0.008) * closing) * velocity * 0.3;
  });
};

/** How much of a frequency gets out of a melodica's box. */
function plastic(frequency: number): number {
  const near = (centre: number, width: number) => Math.exp(-((Math.log2(frequency / centre) / width) ** 2));
  return (0.55 + 0.55 * near(900, 0.7) + 0.4 * near(2700, 0.5)) / (1 + (frequency / 5200) ** 3);
}

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

/** A brush drawn over the skin in an arc, for as long as the tone lasts: quicker in the middle, so brighter there. */
export const brushSweep: Voice = ({ seconds, velocity }, random) => {
  const wires = chain(highPass(700), gentleLowPass(6000));
  const soft = movingLowPass();
  const skin = bandPass(240, 2);
  const unevenness = gentleLowPass(30);
  return signalOf(seconds, (time) => {
    const arc = Math.sin(Math.PI * Math.min(1, time / seconds)) ** 1.6;
    const grain = 1 + 9 * unevenness(random() - 0.5);
    const noise = random() - 0.5;
    const drawn = soft(wires(noise), 1400 + 3200 * arc * (0.5 + 0.5 * velocity)) + 0.25 * skin(noise);
    return drawn * arc * grain * velocity * 0.5;
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
