import { ExternalLink, Printer } from "lucide-react";
import { t } from "~/shared/t";
import { bustCache } from "~/ui/bust-cache";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { UnavailableButton } from "~/ui/unavailable-button";

/** Where the bio page is, to be copied and looked at. [2 §2 Profile screen] */
export function AddressCard({ origin, path }: { origin: string; path: string | null }) {
  if (!path) {
    const reason = t("Please set your artist name first.");
    return (
      <Card title={t("The address of your page")}>
        <p className="text-muted">{t("Your page gets its address when you save your profile.")}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <UnavailableButton reason={reason}>{t("Copy URL")}</UnavailableButton>
          <UnavailableButton reason={reason}>{t("Preview")}</UnavailableButton>
        </div>
      </Card>
    );
  }

  return (
    <Card title={t("The address of your page")}>
      <p className="wrap-anywhere font-medium">{`${origin}${path}`}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton
          text={`${origin}${path}`}
          texts={{ done: t("Bio page URL copied to clipboard!"), failed: t("Failed to copy URL") }}
        >
          {t("Copy URL")}
        </CopyButton>
        <LinkButton reloadDocument to={path} target="_blank" onClick={bustCache} variant="secondary">
          {t("Preview")}
          <ExternalLink aria-hidden="true" className="size-4" />
        </LinkButton>
        <LinkButton to="/handbill" variant="secondary">
          {t("Print a handbill")}
          <Printer aria-hidden="true" className="size-4" />
        </LinkButton>
      </div>
    </Card>
  );
}
