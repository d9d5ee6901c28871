import { createContext, useContext, useEffect } from "react";

/** Tells the frame that something on the screen can be played. */
export const PlayerWantedContext = createContext(() => {});

/** Has the frame show what plays: its player is loaded with the first screen that calls this. */
export function usePlayerBar(): void {
  const want = useContext(PlayerWantedContext);
  useEffect(want, [want]);
}
