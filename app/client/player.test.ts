import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayableList, PlayableTrack } from "./player.ts";

/** An audio element without a browser: it knows a file's length when the test sets it, and fires its events. */
class FakeAudio extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3;
  preload = "auto";
  ended = false;
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
    elements.push(this);
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
    this.ended = false;
    this.error = null;
    this.readyState = 0;
    this.currentTime = 0;
  }
  getAttribute(): string {
    return this.src;
  }
  hasAttribute(): boolean {
    return Boolean(this.src);
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
  /** Its track is there now. */
  reach(seconds: number): void {
    this.currentTime = seconds;
    this.say("timeupdate");
  }
  /** As browsers do it. */
  end(): void {
    this.ended = this.paused = true;
    this.say("timeupdate");
    this.say("pause");
    this.say("ended");
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

/** The player's, and the one that is on at first. */
let elements: FakeAudio[];
let audio: FakeAudio;
/** What the server answers when it is asked for a file; null: it can't be reached. */
let status: number | null;
let kept: Map<string, string>;
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
  page = new EventTarget();
  elements = [];
  status = 404;
  kept = new Map();
  mediaKeys = {};
  vi.stubGlobal("Audio", FakeAudio);
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("MediaMetadata", FakeMediaMetadata);
  vi.stubGlobal("navigator", { mediaSession: session });
  vi.stubGlobal("fetch", async () => {
    if (status === null) throw new TypeError("unreachable");
    return { status };
  });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage(): void {}
    },
  );
  await openPage();
});

/** The player as a page has it that was opened just now. */
async function openPage(): Promise<void> {
  vi.resetModules();
  elements = [];
  player = await import("./player.ts");
  const [first] = elements;
  if (!first) throw new Error("The player made no audio element.");
  audio = first;
}

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

/** The element that plays, and the one that fetches ahead. */
const heard = () => elements.filter(({ src, paused }) => src !== "" && !paused);
const prepared = () => ahead().map(({ src, preload }) => [src, preload]);
/** Those that have a file without being on, the one asked for first at first. */
const ahead = () => elements.filter((element) => element.src !== "" && element.src !== now()?.track.fileUrl);

test("a list plays on to its end by itself, from one element to the other, and then there is silence", () => {
  press("1");
  audio.arrive(20);
  const seen: unknown[] = [];
  player.subscribe(() => seen.push(now()?.doing));
  for (const next of ["2", "3"]) {
    const [playing] = heard();
    playing?.end();
    expect([on(), heard().length, heard()[0]?.src]).toEqual([next, 1, `/uploads/music/1/${next}.mp3`]);
    expect(session.metadata).toMatchObject({ init: { title: `Song ${next}` } });
    heard()[0]?.arrive(20);
  }
  // In between it is never shown at rest.
  expect(seen).not.toContain("paused");
  expect(session.playbackState).toBe("playing");
  heard()[0]?.end();
  expect([now(), heard(), session.playbackState]).toEqual([null, [], "none"]);
});

test("the next track is fetched before the one that plays is over, and begins at once", () => {
  press("1", listOf(track("1", { seconds: 100 }), track("2")));
  audio.arrive(100);
  audio.reach(70);
  expect(ahead()).toEqual([]);
  audio.reach(81);
  const [next] = ahead();
  expect([next?.src, next?.preload, next?.paused]).toEqual(["/uploads/music/1/2.mp3", "auto", true]);
  next?.arrive(20);
  const loads = next?.loads;
  player.setVolume(0.4);
  audio.end();
  expect([heard(), now()?.doing, next?.volume]).toEqual([[next], "playing", 0.4]);
  // Nothing more is asked for.
  expect([next?.loads, audio.src]).toEqual([loads, ""]);
});

test("what is fetched ahead follows the listener's choice, and is little where they save data", async () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  press("1");
  audio.arrive(20);
  audio.reach(15);
  expect(prepared()).toEqual([["/uploads/music/1/2.mp3", "metadata"]]);
  player.stop();
  for (const sign of ["touched", "near", "seen"] as const) player.prepare("/uploads/music/1/2.mp3", sign);
  await vi.runAllTimersAsync();
  expect(elements.filter(({ src }) => src)).toEqual([]);
  vi.stubGlobal("navigator", {});
  press("1");
  audio.arrive(20);
  audio.reach(15);
  player.follow(listOf(track("1"), track("3")));
  audio.reach(16);
  expect(prepared()).toEqual([["/uploads/music/1/3.mp3", "auto"]]);
});

test("the beginning of what is touched is fetched at once, never beside what comes next", () => {
  player.prepare("/uploads/music/1/2.mp3", "touched");
  expect(prepared()).toEqual([["/uploads/music/1/2.mp3", "metadata"]]);
  const [ready] = ahead();
  press("2");
  expect([heard(), ahead()]).toEqual([[ready], []]);
  ready?.arrive(20);
  player.prepare("/uploads/music/1/1.mp3", "touched");
  expect(prepared()).toEqual([["/uploads/music/1/1.mp3", "metadata"]]);
  ready?.reach(15);
  expect(prepared()).toEqual([["/uploads/music/1/3.mp3", "auto"]]);
  player.prepare("/uploads/music/1/1.mp3", "touched");
  expect(prepared()).toEqual([["/uploads/music/1/3.mp3", "auto"]]);
});

test("of four files in sight a part is fetched, one after the other, and an element made ready with it", async () => {
  const asked: [string, RequestInit][] = [];
  const parts: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    if (init.signal?.aborted) return Promise.reject(new Error("aborted"));
    asked.push([url, init]);
    const part = Promise.withResolvers<Response>();
    parts.push(part);
    init.signal?.addEventListener("abort", () => part.reject(new Error("aborted")));
    return part.promise;
  });
  vi.stubGlobal("navigator", { connection: { saveData: false } });
  const urls = ["1", "2", "3", "4", "5"].map((id) => `/uploads/music/1/${id}.mp3`);
  for (const url of [...urls, ...urls]) player.prepare(url, "seen");
  await vi.runAllTimersAsync();
  expect(asked.map(([url]) => url)).toEqual(urls.slice(0, 1));
  expect([asked[0]?.[1].headers, ahead()]).toEqual([{ Range: "bytes=0-65535" }, []]);
  parts[0]?.resolve(new Response("a part"));
  await vi.advanceTimersByTimeAsync(0);
  expect(prepared()).toEqual([[urls[0], "metadata"]]);
  expect(asked.map(([url]) => url)).toEqual(urls.slice(0, 2));
  // Where a press begins, the line is left to it.
  player.prepare(urls[3] ?? "", "touched");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked[1]?.[1].signal?.aborted).toBe(true);
  expect(prepared()).toEqual([
    [urls[0], "metadata"],
    [urls[3], "metadata"],
  ]);
  // A pointer that rests on what wasn't fetched then has it fetched, one in sight no more, now that something is on.
  press("1");
  player.prepare(urls[2] ?? "", "seen");
  player.prepare(urls[1] ?? "", "near");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map(([url]) => url)).toEqual([urls[0], urls[1], urls[1]]);
});

test("a browser that keeps no parts has its elements fetch what is in sight", async () => {
  player.prepare("/uploads/music/1/1.mp3", "seen");
  await vi.advanceTimersByTimeAsync(0);
  expect(prepared()).toEqual([["/uploads/music/1/1.mp3", "metadata"]]);
});

test("an artist may have each track end in silence; a listener who repeats the list hears all of it", () => {
  const each = { ...songs, stopsAfterEach: true };
  press("1", each);
  audio.arrive(20);
  audio.reach(19);
  audio.end();
  expect([now(), ahead()]).toEqual([null, []]);
  press("3", each);
  player.toggleRepeat();
  audio.arrive(20);
  audio.end();
  expect([on(), now()?.repeat]).toEqual(["1", "all"]);
});

test("repeat is off, then all, then one, and off again", () => {
  press("3");
  for (const expected of ["all", "one", "off"]) {
    player.toggleRepeat();
    expect(now()?.repeat).toBe(expected);
  }
  player.toggleRepeat();
  audio.arrive(20);
  audio.end();
  expect(on()).toBe("1");
  // The browser itself begins it again, without a gap; the next track may still be asked for.
  player.toggleRepeat();
  expect(heard()[0]?.loop).toBe(true);
  player.skip(1);
  expect([on(), heard()[0]?.loop]).toEqual(["2", true]);
});

test("shuffled, each track plays once, in another order, which previous and next follow", () => {
  const many = listOf(...Array.from({ length: 40 }, (_, index) => track(`${index}`)));
  press("7", many);
  player.toggleShuffle();
  expect([on(), now()?.isShuffled]).toEqual(["7", true]);
  const order = [on()];
  for (let over = heard()[0]; over && order.length < 41; over = heard()[0]) {
    over.end();
    order.push(on());
  }
  expect(order.pop()).toBeUndefined();
  expect(order[0]).toBe("7");
  expect(new Set(order).size).toBe(40);
  expect(order).not.toEqual(order.toSorted((one, other) => Number(one) - Number(other)));

  press("3", many);
  player.skip(1);
  const second = on();
  player.skip(-1);
  player.skip(-1);
  player.skip(1);
  expect(on()).toBe("3");
  player.skip(1);
  expect(on()).toBe(second);
  // A track that comes to the list has its turn, and those that are left keep theirs.
  player.follow(listOf(...many.tracks, track("new")));
  player.skip(-1);
  player.skip(1);
  expect(on()).toBe(second);
  player.toggleShuffle();
  press("3", many);
  player.skip(1);
  expect(on()).toBe("4");
});

test("the same track in another list goes on, and what follows is from that list", () => {
  press("2");
  audio.arrive(20);
  press("2", { name: "a record", tracks: [track("2"), track("5")] });
  expect(now()?.doing).toBe("paused");
  player.toggle();
  audio.end();
  expect(on()).toBe("5");
});

test("a track may begin further on", () => {
  player.press(track("1"), songs, 7);
  expect(now()?.position).toBe(7);
  audio.arrive(20);
  expect(audio.currentTime).toBe(7);
  // Also one that was fetched before it was pressed.
  player.prepare("/uploads/music/1/2.mp3", "touched");
  ahead()[0]?.arrive(20);
  player.press(track("2"), songs, 5);
  expect(now()?.position).toBe(5);
});

test("what was on rests at its place after a reload, and a press goes on from there", async () => {
  press("2");
  audio.arrive(20);
  audio.reach(8);
  player.toggleShuffle();
  player.toggleRepeat();
  player.setVolume(0.3);
  player.toggleMute();
  const place = player.place();
  await openPage();
  if (place) player.rest(JSON.parse(JSON.stringify(place)));
  expect(now()).toMatchObject({
    doing: "paused",
    position: 8,
    repeat: "all",
    isShuffled: true,
    isMuted: true,
    volume: 0.3,
  });
  expect([audio.paused, audio.src]).toEqual([true, ""]);
  press("2");
  expect(audio.src).toBe("/uploads/music/1/2.mp3");
  audio.arrive(20);
  expect([audio.currentTime, now()?.doing]).toEqual([8, "playing"]);
  // Not over what the visitor has begun meanwhile, and no track that has gone.
  if (place) player.rest({ ...place, id: "1" });
  expect(on()).toBe("2");
  player.stop();
  expect(player.place()).toBeNull();
  if (place) player.rest({ ...place, id: "9" });
  expect(now()).toBeNull();
});

test("a volume of nothing is for now; any other stays, where the browser keeps anything", async () => {
  press("1");
  player.setVolume(0.6);
  player.setVolume(0);
  await openPage();
  press("1");
  expect(now()?.volume).toBe(0.6);
  vi.stubGlobal("localStorage", undefined);
  player.setVolume(0.2);
  await openPage();
  press("1");
  expect(now()?.volume).toBe(1);
});

test("a sound that its browser waits for, though the whole file is here, is loaded anew and goes on", () => {
  press("1");
  audio.arrive(20);
  audio.reach(7);
  audio.readyState = 2;
  audio.ready = 12;
  audio.say("waiting");
  audio.say("stalled");
  // A slow connection: the rest is still to come.
  expect([audio.loads, now()?.doing, now()?.position]).toEqual([0, "loading", 7]);
  audio.ready = 20;
  audio.say("stalled");
  expect([audio.loads, now()?.doing, now()?.position]).toEqual([1, "loading", 7]);
  audio.arrive(20);
  expect([audio.currentTime, now()?.doing]).toEqual([7, "playing"]);
});

test("a track whose file is gone shows that for three seconds, then the next one begins", async () => {
  press("1");
  audio.arrive(20);
  audio.end();
  heard()[0]?.fail();
  await vi.advanceTimersByTimeAsync(2_999);
  expect([on(), now()?.doing]).toEqual(["2", "failed"]);
  await vi.advanceTimersByTimeAsync(1);
  expect([on(), now()?.doing]).toEqual(["3", "loading"]);
  // After the last one nothing comes: the problem stays.
  heard()[0]?.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([on(), now()?.doing]).toEqual(["3", "failed"]);
});

test("a track that goes in mid-play is tried once more, then the next one begins", async () => {
  press("1");
  audio.arrive(20);
  audio.currentTime = 8;
  audio.fail();
  expect([on(), now()?.doing]).toEqual(["1", "loading"]);
  audio.fail();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(on()).toBe("2");
});

test("a pressed track that never sounds, and one whose server can't be reached, wait for their listener", async () => {
  press("1");
  audio.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([on(), now()?.doing]).toEqual(["1", "failed"]);
  status = null;
  player.play();
  audio.arrive(20);
  audio.end();
  for (const answer of [null, 503]) {
    status = answer;
    heard()[0]?.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([on(), now()?.doing]).toEqual(["2", "failed"]);
    page.dispatchEvent(new Event("online"));
    expect(now()?.doing).toBe("loading");
  }
});

test("a press during those three seconds is what counts; a list of nothing but such tracks comes to an end", async () => {
  press("1");
  player.toggleRepeat();
  audio.arrive(20);
  audio.end();
  heard()[0]?.fail();
  await vi.advanceTimersByTimeAsync(1_000);
  player.toggle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([on(), now()?.doing]).toEqual(["2", "loading"]);
  const tried = [];
  for (let more = 0; more < 10; more++) {
    heard()[0]?.fail();
    tried.push(on());
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(new Set(tried.slice(-5)).size).toBe(1);
});

test("a track without a file shows as playing for three seconds, then the next one begins", () => {
  press("9", listOf(track("9", { fileUrl: null }), track("2")));
  expect(elements.map(({ src }) => src)).toContain("/uploads/music/1/2.mp3");
  vi.advanceTimersByTime(2_999);
  expect([on(), now()?.doing]).toEqual(["9", "playing"]);
  vi.advanceTimersByTime(1);
  expect([on(), heard().length]).toEqual(["2", 1]);
  // There is nothing to repeat.
  press("9", listOf(track("9", { fileUrl: null })));
  player.toggleRepeat();
  player.toggleRepeat();
  vi.advanceTimersByTime(3_000);
  expect([now(), session.playbackState]).toEqual([null, "none"]);
});

test("a track that is over, or stopped, leaves nothing on", () => {
  press("3");
  audio.arrive(20);
  audio.end();
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
  player.toggleRepeat();
  expect(now()?.repeat).toBe("one");
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
  expect(announced).toEqual(["player"]);
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
