// A public document may take another page of the same artist in its place (client/page-exchange.ts). Scripts that look
// something up on the page hear of it here, in whichever of the two public scripts they are.

const name = "handbill:page";

/** Has this done for the page as it is, and again for each that takes its place. */
export function onEachPage(prepare: () => void): void {
  prepare();
  document.addEventListener(name, prepare);
}

/** Another page stands in the document now. */
export function announcePage(): void {
  document.dispatchEvent(new Event(name));
}
