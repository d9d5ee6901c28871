import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { canLoad } from "./live.tsx";
import { isSending } from "./sending.ts";

const reloadEveryMs = 1500;

/** Asks every moment how far the work is that the screen shows, while the server can be asked and no form is on its way. */
export function useReloading(isOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    let isAsking = false;
    const timer = setInterval(async () => {
      if (isAsking || document.hidden) return;
      isAsking = true;
      if ((await canLoad()) && !isSending()) await revalidate();
      isAsking = false;
    }, reloadEveryMs);
    return () => clearInterval(timer);
  }, [isOn, revalidate]);
}
