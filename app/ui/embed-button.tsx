import { Code } from "lucide-react";
import { useState } from "react";
import type { Embedded } from "~/shared/embeds";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";
import { useToast } from "./toasts.tsx";
import { useOnDemand } from "./use-on-demand.ts";

/** Opens the dialog with the code by which another site shows this. */
export function EmbedButton(embedded: Embedded & { title: string; below: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const toast = useToast();
  const code = useOnDemand(
    isOpen,
    () => import("./embed-dialog.tsx"),
    () => {
      setIsOpen(false);
      toast.error(t("This could not be loaded. Please try again."));
    },
  );
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Code aria-hidden="true" className="size-4" />
        {t("Embed")}
      </Button>
      {code && <code.EmbedDialog {...embedded} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
