import type { Page } from "playwright-core";

/** Pictures on the page that are coarser than this screen though there are finer ones, or finer by more than half. */
export async function unfitPictures(page: Page): Promise<{ looked: number; unfit: string[] }> {
  return await page.evaluate(async () => {
    const shown = [...document.images].filter((image) => image.checkVisibility() && image.clientWidth > 0);
    // Which one is chosen doesn't depend on when.
    for (const image of shown) image.loading = "eager";
    const looks = shown.map(async (image) => {
      await image.decode();
      const file = new Image();
      file.src = image.currentSrc;
      await file.decode();
      const thumbnail = image.closest("dialog")
        ? document.querySelector(`a[href="${new URL(image.src).pathname}"] img`)
        : image;
      const sources = [...(image.parentElement?.querySelectorAll("source") ?? [])];
      const described = sources.find(({ media }) => matchMedia(media).matches) ?? thumbnail;
      const [width, height] = ["width", "height"].map((side) => Number(described?.getAttribute(side)));
      if (!width || !height) throw new Error(`The page doesn't say how large ${image.src} is.`);
      const [across, down] = [image.clientWidth, (image.clientHeight * width) / height];
      const isCropped = getComputedStyle(image).objectFit === "cover";
      const needed = (isCropped ? Math.max(across, down) : Math.min(across, down)) * devicePixelRatio;
      const has = file.naturalWidth;
      // The browser counts in whole pixels.
      const isFit = has + 1 >= Math.min(needed, width) && has <= needed * 1.5 + 1;
      return isFit ? [] : [`${image.currentSrc} has ${has} for ${Math.round(needed)}`];
    });
    return { looked: shown.length, unfit: (await Promise.all(looks)).flat() };
  });
}
