import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayableList, PlayableTrack } from "./player.ts";

/** An audio element without a browser: it knows a file's length when the test sets it, and fires its events. */
class FakeAudio extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3;
  error: { code: number } | null = null;
  paused = true;
  loop = false;
  readyState = 0;
  currentTime = 0;
  duration = Number.NaN;
  loads = 0;
  ready = 0;
  readonly buffered = { length: 1, end: () => this.ready };
  #src = "";
  #muted = false;
  #volume = 1;

  constructor() {
    super();
    audio = this;
  }
  get src() {
    return this.#src;
  }
  set src(src) {
    this.#src = src;
    this.#forget();
  }
  get muted() {
    return this.#muted;
  }
  set muted(muted) {
    this.#muted = muted;
    this.say("volumechange");
  }
  get volume() {
    return this.#volume;
  }
  set volume(volume) {
    this.#volume = volume;
    this.say("volumechange");
  }
  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
  load(): void {
    this.loads += 1;
    this.#forget();
  }
  #forget(): void {
    this.error = null;
    this.readyState = 0;
    this.currentTime = 0;
  }
  hasAttribute(): boolean {
    return this.src !== "";
  }
  removeAttribute(): void {
    this.src = "";
    this.paused = true;
  }
  say(event: string): void {
    this.dispatchEvent(new Event(event));
  }
  /** The file is here. */
  arrive(duration: number): void {
    this.duration = duration;
    this.readyState = 1;
    this.say("loadedmetadata");
    this.readyState = 4;
    this.say("playing");
  }
  fail(): void {
    this.error = { code: 2 };
    this.say("error");
  }
}

/** The pressed element, as far as the player looks at it: its attributes. */
class FakeElement extends EventTarget {
  readonly #kinds: string[];
  constructor(...kinds: string[]) {
    super();
    this.#kinds = kinds;
  }
  closest(selector: string): FakeElement | null {
    return selector.split(",").some((kind) => this.#kinds.includes(kind)) ? this : null;
  }
}

class FakeMediaMetadata {
  readonly init: object;
  constructor(init: object) {
    this.init = init;
  }
}

const track = (id: string, more: Partial<PlayableTrack> = {}): PlayableTrack => ({
  id,
  title: `Song ${id}`,
  artist: "Nell Voss",
  fileUrl: `/uploads/music/1/${id}.mp3`,
  seconds: 20,
  artwork: undefined,
  ...more,
});
const listOf = (...tracks: PlayableTrack[]): PlayableList => ({ name: "songs", tracks });
const songs = listOf(track("1"), track("2"), track("3"));

let audio: FakeAudio;
let player: typeof import("./player.ts");
let page: EventTarget;
let mediaKeys: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;
const session = {
  metadata: null as object | null,
  playbackState: "none",
  positions: [] as (MediaPositionState | undefined)[],
  setActionHandler: (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    mediaKeys[action] = handler;
  },
  setPositionState: (position?: MediaPositionState) => void session.positions.push(position),
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = new EventTarget();
  mediaKeys = {};
  vi.stubGlobal("Audio", FakeAudio);
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("MediaMetadata", FakeMediaMetadata);
  vi.stubGlobal("navigator", { mediaSession: session });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage(): void {}
    },
  );
  player = await import("./player.ts");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (id: string, list = songs) => {
  const found = list.tracks.find((each) => each.id === id);
  if (found) player.press(found, list);
};
const now = () => player.playing();
const on = () => now()?.track.id;

/** @returns whether the page has been kept from doing what the key does there by itself */
function type(key: string, target: EventTarget = new FakeElement(), held = {}): boolean {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, repeat: false, ...held });
  Object.defineProperty(event, "target", { value: target });
  page.dispatchEvent(event);
  return event.defaultPrevented;
}

test("a press begins with a track, the next pauses it, and one more goes on", () => {
  press("1");
  expect(now()).toMatchObject({ doing: "loading", position: 0, duration: 20 });
  expect(audio.src).toBe("/uploads/music/1/1.mp3");
  audio.arrive(19.6);
  expect(now()?.doing).toBe("playing");
  press("1");
  expect([audio.paused, now()?.doing]).toEqual([true, "paused"]);
  press("1");
  expect([audio.paused, now()?.doing]).toEqual([false, "playing"]);
});

test("each change calls the subscribers, with a state object of its own", () => {
  const seen: unknown[] = [];
  const unsubscribe = player.subscribe(() => seen.push(player.playing()));
  press("1");
  audio.arrive(20);
  audio.currentTime = 3;
  audio.ready = 12;
  audio.say("timeupdate");
  expect(now()).toMatchObject({ position: 3, loaded: 12 });
  expect([seen.at(-1), new Set(seen).size]).toEqual([now(), seen.length]);
  unsubscribe();
  audio.say("timeupdate");
  expect(seen.at(-1)).not.toBe(now());
});

test("another track takes the place of the one that is on, and begins at its beginning", () => {
  press("1");
  player.dropAt(15);
  press("2");
  expect(audio.src).toBe("/uploads/music/1/2.mp3");
  audio.arrive(20);
  expect([on(), audio.currentTime]).toEqual(["2", 0]);
});

test("the queue goes round, both ways", () => {
  press("3");
  player.skip(1);
  expect(on()).toBe("1");
  player.skip(-1);
  expect(on()).toBe("3");
  player.skip(-1);
  expect(on()).toBe("2");
});

test("the current track follows its list: to its new place and name, and away with it", () => {
  press("2");
  player.follow({ name: "another", tracks: [] });
  expect(on()).toBe("2");
  player.follow(listOf(track("3"), track("2", { title: "Renamed" }), track("1")));
  expect([now()?.track.title, audio.paused]).toEqual(["Renamed", false]);
  player.skip(1);
  expect(on()).toBe("1");
  player.follow(listOf(track("3")));
  expect([now(), audio.src]).toEqual([null, ""]);
});

test("a track that is over, or stopped, leaves nothing on", () => {
  press("1");
  audio.arrive(20);
  audio.say("ended");
  expect([now(), audio.src]).toEqual([null, ""]);
  press("1");
  player.stop();
  expect([now(), audio.src, session.playbackState]).toEqual([null, "", "none"]);
});

test("a track without a file plays three seconds of nothing", () => {
  press("9", listOf(track("9", { fileUrl: null })));
  expect(now()?.doing).toBe("playing");
  vi.advanceTimersByTime(2_999);
  expect(now()?.doing).toBe("playing");
  vi.advanceTimersByTime(1);
  expect(now()).toBeNull();
  press("9", listOf(track("9", { fileUrl: null })));
  player.toggle();
  vi.advanceTimersByTime(60_000);
  expect(now()?.doing).toBe("paused");
});

test("one moves within a track, never beyond its ends", () => {
  press("1");
  audio.arrive(20);
  player.dropAt(12);
  expect([audio.currentTime, now()?.position]).toEqual([12, 12]);
  player.dropAt(-4);
  expect(audio.currentTime).toBe(0);
  mediaKeys.seekto?.({ action: "seekto", seekTime: 400 });
  expect(audio.currentTime).toBe(20);
});

test("one moves within a track that isn't here yet, and it begins there", () => {
  press("1");
  player.dropAt(7);
  expect(now()?.position).toBe(7);
  audio.arrive(20);
  expect(audio.currentTime).toBe(7);
});

test("at the very end of a track the timeline waits to be moved back, unless the track begins again", () => {
  press("1");
  audio.arrive(20);
  player.dropAt(20);
  expect([audio.paused, audio.currentTime]).toEqual([true, 19.9]);
  player.toggle();
  player.toggleRepeat();
  expect(now()?.isRepeating).toBe(true);
  player.dropAt(20);
  expect([audio.paused, audio.currentTime]).toEqual([false, 20]);
});

test("the page's length of a track comes before its file's", () => {
  press("1");
  audio.arrive(31);
  expect(now()?.duration).toBe(20);
  press("5", listOf(track("5", { seconds: null })));
  expect(now()?.duration).toBe(31);
  audio.duration = Number.POSITIVE_INFINITY;
  audio.say("progress");
  expect(now()?.duration).toBe(0);
});

test("silence ends when one makes it louder", () => {
  press("1");
  player.toggleMute();
  expect(now()).toMatchObject({ isMuted: true, volume: 1 });
  player.setVolume(0.5);
  expect(now()).toMatchObject({ isMuted: false, volume: 0.5 });
});

test("a file that fails on the way is requested once more by itself, from where it was", () => {
  press("1");
  audio.arrive(20);
  audio.currentTime = 8;
  audio.fail();
  expect([audio.loads, audio.paused, audio.error]).toEqual([1, false, null]);
  audio.arrive(20);
  expect(audio.currentTime).toBe(8);
  // It came no further: from here on the listener has to press.
  audio.fail();
  expect([audio.loads, now()?.doing]).toEqual([1, "failed"]);
  player.play();
  expect([audio.loads, now()?.doing]).toEqual([2, "loading"]);
});

test("a file that isn't there is said to have failed, and is tried again when the network is back", () => {
  press("1");
  audio.fail();
  expect([audio.loads, now()?.doing]).toEqual([0, "failed"]);
  page.dispatchEvent(new Event("online"));
  expect([audio.loads, now()?.doing]).toEqual([1, "loading"]);
  // A track that was paused stays so.
  audio.fail();
  player.toggle();
  player.toggle();
  audio.pause();
  audio.fail();
  const { loads } = audio;
  page.dispatchEvent(new Event("online"));
  expect(audio.loads).toBe(loads);
});

test("whatever else begins to play silences it, and it silences whatever else plays", () => {
  const announced: unknown[] = [];
  page.addEventListener("handbill:playing", (event) => {
    if (event instanceof CustomEvent) announced.push(event.detail);
  });
  press("1");
  expect(announced).toEqual([audio]);
  page.dispatchEvent(new CustomEvent("handbill:playing", { detail: "a video" }));
  expect([audio.paused, now()?.doing]).toEqual([true, "paused"]);
});

test("the space bar plays and pauses, except where it means something else", () => {
  expect(type(" ")).toBe(false);
  press("1");
  expect([type(" "), audio.paused]).toEqual([true, true]);
  expect([type(" ", new FakeElement("button")), audio.paused]).toEqual([false, true]);
  expect([type(" ", new FakeElement(), { ctrlKey: true }), audio.paused]).toEqual([false, true]);
  expect([type(" "), audio.paused]).toEqual([true, false]);
  // A key that is held down doesn't stutter, nor scroll.
  expect([type(" ", new FakeElement(), { repeat: true }), audio.paused]).toEqual([true, false]);
});

test("the arrows move five seconds, on the timeline alone", () => {
  const timeline = new FakeElement("input", "[data-seek]");
  press("1");
  audio.arrive(20);
  expect(type("ArrowRight", timeline)).toBe(true);
  type("ArrowUp", timeline);
  type("ArrowLeft", timeline);
  expect(audio.currentTime).toBe(5);
  expect([type("ArrowRight"), type("ArrowRight", timeline, { altKey: true })]).toEqual([false, false]);
  expect(audio.currentTime).toBe(5);
});

test("the system's own controls work it, and know what is on", () => {
  press("1", listOf(track("1", { artwork: "/cover.webp" }), track("2")));
  expect(session.metadata).toEqual(
    new FakeMediaMetadata({ title: "Song 1", artist: "Nell Voss", artwork: [{ src: "/cover.webp" }] }),
  );
  audio.arrive(20);
  const pressMediaKey = (action: MediaSessionAction, details = {}) =>
    mediaKeys[action]?.({ action, ...details });
  pressMediaKey("pause");
  expect([audio.paused, session.playbackState]).toEqual([true, "paused"]);
  pressMediaKey("play");
  expect([audio.paused, session.playbackState]).toEqual([false, "playing"]);
  pressMediaKey("seekforward");
  pressMediaKey("seekforward", { seekOffset: 3 });
  pressMediaKey("seekbackward", { seekOffset: 2 });
  expect([audio.currentTime, session.positions.at(-1)]).toEqual([11, { duration: 20, position: 11 }]);
  pressMediaKey("nexttrack");
  expect(on()).toBe("2");
  pressMediaKey("previoustrack");
  expect(on()).toBe("1");
  pressMediaKey("stop");
  expect([now(), session.playbackState, session.metadata]).toEqual([null, "none", null]);
});

test("a browser without such controls plays as well, and a server that draws the player plays nothing", async () => {
  vi.stubGlobal("navigator", {});
  press("1");
  audio.arrive(20);
  expect(now()?.doing).toBe("playing");
  vi.resetModules();
  vi.stubGlobal("Audio", undefined);
  expect((await import("./player.ts")).playing()).toBeNull();
});
