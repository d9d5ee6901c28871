// A few audio elements. One is on; the others have the beginning of what may come next, and then one of them takes its
// place. So the next track begins within the event that ends the one before, with nothing left to wait for: browsers allow
// that in a tab that nobody looks at. A press finds its sound decoded already.

/** So many beginnings are kept at a time. */
const spareCount = 4;

/** The element that is on. A server that draws a screen with the player on it has none, and plays nothing. */
export let audio = globalThis.Audio && new Audio();
/** The one whose file was asked for first is the first. */
const spares = globalThis.Audio ? Array.from({ length: spareCount }, () => new Audio()) : [];

/** @param handler is called after each such event of the element that is on; the types have spaces between */
export function onSound(types: string, handler: () => void): void {
  for (const element of [audio, ...spares]) {
    for (const type of types.split(" ")) {
      element.addEventListener(type, () => element === audio && handler());
    }
  }
}

/** Has a spare element fetch a file that may come next: its beginning, or, alone, as much as the browser deems useful. */
export function prepareSound(url: string, preload: "metadata" | "auto"): void {
  let spare = spareOf(url);
  if (spare) {
    if (preload === "auto") spare.preload = preload;
    return;
  }
  if (preload === "auto") emptySpares();
  spare = spares.shift();
  if (!spare) return;
  spares.push(spare);
  spare.preload = preload;
  spare.src = url;
}

/**
 * Puts a file on, as loud as the one before.
 * @param url null: none
 */
export function putOn(url: string | null): void {
  const ready = url && spareOf(url);
  if (ready) {
    const { volume, muted, loop } = audio;
    spares[spares.indexOf(ready)] = audio;
    audio = Object.assign(ready, { volume, muted, loop });
  } else if (url) {
    audio.preload = "auto";
    audio.src = url;
  } else empty(audio);
  // Within a press this also tells an iPhone that the elements may play later, without one.
  emptySpares();
}

const spareOf = (url: string) => spares.find((spare) => spare.getAttribute("src") === url);

const emptySpares = () => spares.forEach(empty);

function empty(element: HTMLAudioElement): void {
  element.removeAttribute("src");
  element.load();
}
