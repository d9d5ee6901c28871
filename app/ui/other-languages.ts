import { createContext, useContext } from "react";

/** The languages that the musician writes in beside the page's, as BCP 47 tags. */
const OtherLanguagesContext = createContext<readonly string[]>([]);
export const OtherLanguagesProvider = OtherLanguagesContext.Provider;
export const useOtherLanguages = () => useContext(OtherLanguagesContext);
