// Two audio elements. One is on; the other fetches what is likely to come next, and then they change places. So the next
// track begins within the event that ends the one before, with nothing left to wait for: browsers allow that in a tab
// that nobody looks at.

/** The element that is on. A server that draws a screen with the player on it has none, and plays nothing. */
export let audio = globalThis.Audio && new Audio();
let spare = globalThis.Audio && new Audio();
/** The address of what the spare element fetches. */
let prepared = "";

/** @param handler is called after each such event of the element that is on; the types have spaces between */
export function onSound(types: string, handler: () => void): void {
  for (const element of [audio, spare]) {
    for (const type of types.split(" ")) {
      element.addEventListener(type, () => element === audio && handler());
    }
  }
}

/** Has the spare element fetch a file that may come next: its beginning, or as much of it as the browser deems useful. */
export function prepareSound(url: string, preload: "metadata" | "auto"): void {
  if (url !== prepared) {
    spare.preload = preload;
    spare.src = prepared = url;
  } else if (preload === "auto") spare.preload = preload;
}

/**
 * Puts a file on, as loud as the one before.
 * @param url null: none
 * @param preload "none": nothing is fetched until it is played
 */
export function putOn(url: string | null, preload: "none" | "auto"): void {
  if (url && url === prepared) {
    const { volume, muted, loop } = audio;
    [audio, spare] = [spare, audio];
    Object.assign(audio, { volume, muted, loop });
  } else if (url) {
    audio.preload = preload;
    audio.src = url;
  } else empty(audio);
  // Within a press this also tells an iPhone that the element may play later, without one.
  empty(spare);
  prepared = "";
}

function empty(element: HTMLAudioElement): void {
  element.removeAttribute("src");
  element.load();
}
