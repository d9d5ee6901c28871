import { QrCode, Share2 } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useFetcher } from "react-router";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { useToast } from "~/ui/toasts";
import { useOnDemand } from "~/ui/use-on-demand";

/** Hands out the page's address: copied, by the system's own sheet where there is one, or as a QR code. */
export function SharePage({
  address,
  artistName,
  isNoted,
}: {
  address: string;
  artistName: string | null;
  /** Is it known already that it was handed out? */
  isNoted: boolean;
}) {
  const toast = useToast();
  const { submit } = useFetcher();
  const canShare = useSyncExternalStore(never, sharesHere, () => false);
  const [showsCode, setShowsCode] = useState(false);
  const code = useOnDemand(
    showsCode,
    () => import("./qr-dialog.tsx"),
    () => {
      setShowsCode(false);
      toast.error(t("The QR code could not be loaded. Please try again."));
    },
  );
  const note = () => {
    if (!isNoted) submit({ intent: "share-page" }, { method: "post", action: "/dashboard/first-steps" });
  };

  const share = async () => {
    try {
      await navigator.share({ title: artistName ?? address, url: address });
    } catch {
      // The musician has closed the sheet.
      return;
    }
    note();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <CopyButton
        text={address}
        texts={{ done: t("Bio page URL copied to clipboard!"), failed: t("Failed to copy URL") }}
        onCopied={note}
      >
        {t("Copy link")}
      </CopyButton>
      <Button variant="secondary" onClick={() => setShowsCode(true)}>
        <QrCode aria-hidden="true" className="size-4" />
        {t("QR code")}
      </Button>
      {canShare && (
        <Button variant="secondary" onClick={share}>
          <Share2 aria-hidden="true" className="size-4" />
          {t("Share")}
        </Button>
      )}
      {code && (
        <code.QrDialog
          open={showsCode}
          address={address}
          onClose={() => {
            setShowsCode(false);
            note();
          }}
        />
      )}
    </div>
  );
}

const never = () => () => {};
const sharesHere = () => "share" in navigator;
