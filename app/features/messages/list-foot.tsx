import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Spinner } from "~/ui/spinner";

/** The end of a list that is loaded page by page: loading, failed, or the button for more. */
export function ListFoot({
  state,
  hasMore,
  loading,
  failed,
  more,
  onMore,
}: {
  state: "loading" | "ready" | "failed";
  hasMore: boolean;
  loading: string;
  failed: string;
  more: string;
  onMore(): void;
}) {
  if (state === "loading") {
    return (
      <p role="status" className="flex items-center justify-center gap-3 px-3 py-4 text-muted text-sm">
        <Spinner size="sm" />
        {loading}
      </p>
    );
  }
  if (state === "failed") {
    return (
      <div className="grid justify-items-center gap-3 px-3 py-4 text-sm">
        <p role="alert">{failed}</p>
        <Button variant="secondary" onClick={onMore}>
          {t("Try again")}
        </Button>
      </div>
    );
  }
  if (!hasMore) return null;
  return (
    <div className="grid p-3">
      <Button variant="secondary" onClick={onMore}>
        {more}
      </Button>
    </div>
  );
}
