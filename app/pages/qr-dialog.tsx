import { Download, Printer } from "lucide-react";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { Dialog } from "~/ui/dialog";

/** The QR code of the musician's page, to be held up, saved or printed. */
export function QrDialog({ open, address, onClose }: { open: boolean; address: string; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t("The QR code of your page")}>
      <p className="wrap-anywhere text-muted text-sm">{address}</p>
      <img
        src="/handbill/qr.svg"
        alt={t("QR code that leads to {address}", { address })}
        width="256"
        height="256"
        className="mx-auto my-5 aspect-square w-64 max-w-full rounded-box bg-[#fff]"
      />
      <p className="text-muted text-sm">
        {t("Who comes this way is counted as “Printed handbill” in your analytics.")}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <LinkButton reloadDocument download to="/handbill/qr.png" variant="secondary">
          <Download aria-hidden="true" className="size-4" />
          {t("Save as PNG")}
        </LinkButton>
        <LinkButton to="/handbill" variant="secondary">
          <Printer aria-hidden="true" className="size-4" />
          {t("Print a handbill")}
        </LinkButton>
      </div>
    </Dialog>
  );
}
