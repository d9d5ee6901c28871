import type { Locator, Page } from "playwright-core";

/**
 * Counts how far a musician goes to get something done.
 *
 * A tap is a press, or a choice in what the system shows for it: a file's is two. Typing is none, nor is going to the field.
 * A screen is where one begins, each address one comes to, and each dialog that covers the page.
 */
interface Walk {
  page: Page;
  tap(target: Locator): Promise<void>;
  /** Presses what asks for a file, and chooses one. */
  chooseFile(target: Locator, path: string): Promise<void>;
  /** Begins another walk at an address, in the same window. */
  again(address: string): Promise<void>;
  counted(): { taps: number; screens: number };
}

declare global {
  interface Window {
    noteDialog(): void;
  }
}

/** Begins a walk at an address. */
export async function startWalk(page: Page, address: string): Promise<Walk> {
  let taps = 0;
  let screens = 0;
  const context = page.context();
  await context.exposeFunction("noteDialog", () => {
    screens += 1;
  });
  await context.addInitScript(() => {
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function () {
      window.noteDialog();
      showModal.call(this);
    };
  });
  const follow = (opened: Page) => {
    // A new window tells of itself once it is somewhere.
    let shown = opened.url();
    if (shown !== "about:blank") screens += 1;
    opened.on("framenavigated", (frame) => {
      if (frame.parentFrame() || frame.url() === shown) return;
      shown = frame.url();
      screens += 1;
    });
  };
  follow(page);
  context.on("page", follow);
  const again = async (start: string) => {
    await page.goto("about:blank");
    taps = 0;
    screens = 0;
    await page.goto(start);
  };
  await again(address);
  return {
    page,
    again,
    async tap(target) {
      taps += 1;
      await target.click();
    },
    async chooseFile(target, path) {
      taps += 2;
      const chooser = page.waitForEvent("filechooser");
      await target.click();
      await (await chooser).setFiles(path);
    },
    counted: () => ({ taps, screens }),
  };
}
