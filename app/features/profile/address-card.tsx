import { Check, Copy, ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { bustCache } from "~/ui/bust-cache";
import { Button, LinkButton, UnavailableButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { useToast } from "~/ui/toasts";

/** [2 §9] */
const copiedMs = 2_000;
const nameFirstText = "Please set your artist name first.";

/** Where the bio page is, to be copied and looked at. [2 §2 Profile screen] */
export function AddressCard({ origin, path }: { origin: string; path: string | null }) {
  const toast = useToast();
  const [copied, setCopied] = useState(0);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  if (!path) {
    return (
      <Card title="The address of your page">
        <p className="text-muted">Your page gets its address when you save your profile.</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <UnavailableButton reason={nameFirstText}>Copy URL</UnavailableButton>
          <UnavailableButton reason={nameFirstText}>Preview</UnavailableButton>
        </div>
      </Card>
    );
  }

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${origin}${path}`);
    } catch {
      toast.error("Failed to copy URL");
      return;
    }
    setCopied((count) => count + 1);
    toast.success("Bio page URL copied to clipboard!");
  };

  return (
    <Card title="The address of your page">
      <p className="wrap-anywhere font-medium">{`${origin}${path}`}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          {copied ? (
            <Check aria-hidden="true" className="size-4 text-success" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          {copied ? "Copied!" : "Copy URL"}
        </Button>
        <LinkButton reloadDocument to={path} target="_blank" onClick={bustCache} variant="secondary">
          Preview
          <ExternalLink aria-hidden="true" className="size-4" />
        </LinkButton>
      </div>
    </Card>
  );
}
