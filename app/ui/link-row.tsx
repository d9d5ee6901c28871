import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { type Brand, BrandIcon } from "./brand-icon.tsx";

/** One link in the musician's own list: its platform, its address, and buttons that change or delete it. */
export function LinkRow({
  brand,
  name,
  url,
  isMuted = false,
  before,
  children,
  onEdit,
  onDelete,
}: {
  brand: Brand;
  name: string;
  url: string;
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
        className={`mr-2 grid size-11 shrink-0 place-items-center rounded-full bg-sunken ${isMuted ? "text-muted" : ""}`}
      >
        <BrandIcon brand={brand} className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-32 py-1">
        <p className={`font-semibold ${isMuted ? "text-muted" : ""}`}>{name}</p>
        <p className="truncate text-muted text-sm" dir="ltr" title={url}>
          {url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "")}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-x-1">
        {children}
        <button type="button" aria-label={`Edit ${name}`} onClick={onEdit} className={button}>
          <Pencil aria-hidden="true" className="size-5" />
        </button>
        <button
          type="button"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
          className={`${button} enabled-hover:text-danger`}
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      </div>
    </div>
  );
}
