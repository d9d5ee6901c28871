import { createContext } from "react";
import type { Language } from "~/shared/languages";

/** The parts of a document that isn't React's in the browser: held inside itself instead of requested, most of them. */
export interface PublicAssets {
  lang: Language;
  /** The way that the page is laid out. */
  dir: "ltr" | "rtl";
  /** `DocumentTexts` as JSON that can stand in an element of the document; "" for none. */
  texts: string;
  styles: string;
  /**
   * Marks the document, before anything is painted, when scripts run: elements that need one get their space from the
   * start.
   */
  markScript?: string;
  /** An artist's page: the player and whatever holds a touch until the rest has arrived. */
  inlineScript?: string;
  /** A copy of a page, which works without the server. */
  isCopy?: true;
  /** What the scripts of such a document say in the reader's language. */
  scriptTexts?: readonly string[];
  /** A page of Handbill's own: the address of its script, which nothing waits for. */
  script?: string;
}

/** Set while such a document is rendered, null for every other document and in the browser. */
export const PublicAssetsContext = createContext<PublicAssets | null>(null);
