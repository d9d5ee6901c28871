import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "~/shared/t";

/** One link in the musician's own list: its mark, its name, its address, and buttons that change or delete it. */
export function LinkRow({
  mark,
  name,
  url,
  note,
  isMuted = false,
  before,
  children,
  onEdit,
  onDelete,
}: {
  /** Its platform's, or a picture. */
  mark: ReactNode;
  name: string;
  url: string;
  /** What else there is to say of it. */
  note?: ReactNode;
  /** It is not on the page. */
  isMuted?: boolean;
  before?: ReactNode;
  /** Further buttons. */
  children?: ReactNode;
  onEdit(): void;
  onDelete(): void;
}) {
  const button = "grid size-11 place-items-center rounded-box text-foreground enabled-hover:bg-sunken";
  return (
    <div className="flex flex-wrap items-center gap-x-1">
      {before}
      <span
        className={`me-2 grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-sunken ${isMuted ? "text-muted" : ""}`}
      >
        {mark}
      </span>
      <div className="min-w-0 flex-1 basis-32 py-1">
        <p className={`wrap-anywhere font-semibold ${isMuted ? "text-muted" : ""}`}>
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-muted text-sm" dir="ltr" title={url}>
          {url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "")}
        </p>
        {note}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end">
        {children}
        <button type="button" aria-label={t("Edit {name}", { name })} onClick={onEdit} className={button}>
          <Pencil aria-hidden="true" className="size-5" />
        </button>
        <button
          type="button"
          aria-label={t("Delete {name}", { name })}
          onClick={onDelete}
          className={`${button} enabled-hover:text-danger`}
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      </div>
    </div>
  );
}
