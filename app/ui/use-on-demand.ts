import { useEffect, useEffectEvent, useState } from "react";

/**
 * Code that a screen needs only after a press: loaded when it is first wanted, and kept.
 * @param load imports it
 * @param onFailure the code couldn't be had; it is asked for again when it is wanted once more
 * @returns null until it is here
 */
export function useOnDemand<Module>(
  isWanted: boolean,
  load: () => Promise<Module>,
  onFailure: () => void,
): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const begin = useEffectEvent((isStillWanted: () => boolean) =>
    load().then(
      (loaded) => setModule(() => loaded),
      () => isStillWanted() && fail(),
    ),
  );
  const fail = useEffectEvent(onFailure);
  const isMissing = isWanted && module === null;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    begin(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [isMissing]);
  return module;
}
