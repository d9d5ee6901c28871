import { t } from "~/shared/t";
import { Age } from "./age.tsx";
import { Button } from "./button.tsx";
import type { ServerDraft } from "./use-draft.ts";

/** Offers what was typed earlier, perhaps on another device, and never saved. @param onTake puts it into the form */
export function DraftOffer({ draft, onTake }: { draft: ServerDraft; onTake(): void }) {
  if (!draft.offered) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-box border border-edge bg-sunken px-4 py-3"
    >
      <p className="me-auto min-w-0 text-sm">
        <span className="font-semibold">{t("You have begun this before and not saved it.")}</span>{" "}
        <Age at={draft.offered.updated_at} />
      </p>
      <Button variant="quiet" onClick={draft.drop}>
        {t("Discard draft")}
      </Button>
      <Button variant="secondary" onClick={onTake}>
        {t("Go on with it")}
      </Button>
    </div>
  );
}
