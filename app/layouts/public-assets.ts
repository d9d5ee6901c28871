import { createContext } from "react";

/** The parts that a public document holds inside itself instead of requesting them. */
export interface PublicAssets {
  /** The way that the page is laid out. */
  dir: "ltr" | "rtl";
  styles: string;
  /**
   * Marks the document, before anything is painted, when scripts run: elements that need one get their space from the
   * start.
   */
  markScript: string;
  /** The player and whatever holds a touch until the rest has arrived. */
  inlineScript: string;
}

/** Set while a public document is rendered, null for every other document and in the browser. */
export const PublicAssetsContext = createContext<PublicAssets | null>(null);
