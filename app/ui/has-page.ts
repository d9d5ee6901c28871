import { createContext, useContext } from "react";

/** Whether the musician has a page yet. */
const HasPageContext = createContext(false);
export const HasPageProvider = HasPageContext.Provider;
export const useHasPage = () => useContext(HasPageContext);
