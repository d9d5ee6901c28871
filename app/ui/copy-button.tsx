import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";
import { useToast } from "./toasts.tsx";

/** [2 §9] */
const copiedMs = 2_000;

/** Copies a text to the clipboard, and reports it with a toast and for a moment by itself. */
export function CopyButton({
  text,
  texts,
  onCopied,
  children,
}: {
  text: string;
  texts: { done: string; failed: string };
  onCopied?(): void;
  children: ReactNode;
}) {
  const toast = useToast();
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast.error(texts.failed);
      return;
    }
    setCopied((count) => count + 1);
    toast.success(texts.done);
    onCopied?.();
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button variant="secondary" onClick={copy}>
      <Icon aria-hidden="true" className={`size-4 ${copied ? "text-success" : ""}`} />
      {copied ? t("Copied!") : children}
    </Button>
  );
}
