import type { Page } from "playwright-core";

const noName = /(?!)/;

/**
 * What a reader of the pseudo-language sees or hears that has plain Latin letters, but for names and addresses.
 * @param names further ones that are the same in every language
 */
export function plainWords(page: Page, names = noName): Promise<string[]> {
  return page.evaluate((names) => {
    const own = (element: Element | null) =>
      (element?.closest("[lang]")?.getAttribute("lang") ?? "") === "ar";
    const found: string[] = [document.title];
    for (const attribute of [
      "alt",
      "aria-label",
      "title",
      "placeholder",
      "aria-roledescription",
      "data-pending",
    ])
      for (const element of document.querySelectorAll(`[${attribute}]`))
        if (own(element)) found.push(element.getAttribute(attribute) ?? "");
    for (const meta of document.querySelectorAll("meta[name=description], meta[property='og:description']"))
      found.push(meta.getAttribute("content") ?? "");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement } = text;
      if (!parentElement?.closest("script, style, noscript, textarea, code, pre") && own(parentElement))
        found.push(text.textContent ?? "");
    }
    return found
      .map((text) =>
        text
          .replace(new RegExp(`https?:\\S+|\\S+@\\S+|localhost\\S*|Handbill|PDF|RSS|EP\\b|${names}`, "g"), "")
          .trim(),
      )
      .filter((text) => /[A-Za-z]{2}/.test(text));
  }, names.source);
}
