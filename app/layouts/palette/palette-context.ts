import { createContext } from "react";

/** Opens the palette; null where there is none, as on a page without scripts. */
export const PaletteContext = createContext<(() => void) | null>(null);
