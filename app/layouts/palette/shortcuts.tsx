import { type ReactNode, useCallback, useEffect, useState } from "react";
import { writesIn } from "~/client/writes-in";
import { t } from "~/shared/t";
import { useToast } from "~/ui/toasts";
import { useOnDemand } from "~/ui/use-on-demand";
import type { Account } from "../account.ts";
import { PaletteContext } from "./palette-context.ts";
import { isKeyOn } from "./shortcut-key.ts";

/**
 * The palette (Ctrl+K or Cmd+K) and the list of shortcuts ('?'), over the screens within. Their code comes when one is
 * first opened. Neither key is taken from a field that is written in, nor while a dialog is open.
 */
export function Shortcuts({ account, children }: { account: Account | null; children: ReactNode }) {
  const toast = useToast();
  const [open, setOpen] = useState<"palette" | "list" | null>(null);
  const close = () => setOpen(null);
  const openPalette = useCallback(() => setOpen("palette"), []);
  const fail = () => {
    close();
    toast.error(t("This could not be loaded. Please check your internet connection."));
  };
  const palette = useOnDemand(open === "palette", () => import("./palette.tsx"), fail);
  const list = useOnDemand(open === "list", () => import("./shortcut-list.tsx"), fail);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.defaultPrevented || event.isComposing || writesIn(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      if (key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey) setOpen("palette");
      else if (key === "?" && !ctrlKey && !metaKey && !altKey && isKeyOn()) setOpen("list");
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);

  return (
    <PaletteContext value={account && openPalette}>
      {children}
      {palette && account && (
        <palette.Palette
          account={account}
          open={open === "palette"}
          onClose={close}
          onShowShortcuts={() => setOpen("list")}
        />
      )}
      {list && <list.ShortcutList open={open === "list"} onClose={close} />}
    </PaletteContext>
  );
}
