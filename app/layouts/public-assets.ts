import { createContext } from "react";

/** What a stage document carries inside itself instead of asking for it. */
export interface StageAssets {
  /** The way that the page is laid out. */
  dir: "ltr" | "rtl";
  styles: string;
  /** Says, before anything is painted, that scripts run: what needs one has its room from the start. */
  markScript: string;
  /** The player and whatever holds a touch until the rest has arrived. */
  coreScript: string;
}

/** Set while a stage document is rendered, null for every other document and in the browser. */
export const StageAssetsContext = createContext<StageAssets | null>(null);
