import { type ReactNode, useCallback, useState } from "react";
import { PlayerWantedContext } from "./player-wanted.ts";
import { useOnDemand } from "./use-on-demand.ts";

/** Stands at the foot of the screens within while a track is on; playing ends when it is unmounted. */
export function PlayerFrame({ children }: { children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false);
  const want = useCallback(() => setIsWanted(true), []);
  // A screen that needs it has loaded this code already.
  const player = useOnDemand(isWanted, () => import("./player.tsx"), nothing);
  return (
    <PlayerWantedContext value={want}>
      {children}
      {player && <player.PlayerBar />}
    </PlayerWantedContext>
  );
}

const nothing = () => {};
