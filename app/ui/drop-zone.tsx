import { Upload } from "lucide-react";
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useState } from "react";
import { t } from "~/shared/t";
import { useToast } from "./toasts.tsx";

export interface DropZoneProps {
  /** The action, such as 'Choose an image, or drop it here'. Names the input. */
  title: string;
  /** Which files fit, in a line. */
  hint?: ReactNode;
  /**
   * As the input's `accept`: the types that the browser's own dialog offers. Not a check: dropped files may be of any
   * type.
   */
  accept: string;
  /** Whether several may come at once. */
  multiple?: boolean;
  disabled?: boolean;
  /** At least one file; exactly one unless `multiple`. They may be of any type and size. */
  onFiles(files: File[]): void;
  /** In place of the icon, such as the picture that a new one replaces. */
  children?: ReactNode;
}

/** Takes files by choosing or dropping. A file input under a label does the work, so keyboard and touch need nothing else. */
export function DropZone({
  title,
  hint,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  children,
}: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const toast = useToast();
  useEffect(keepThePage, []);

  const take = (files: File[]) => {
    if (files.length > 1 && !multiple) toast.info(t("One file at a time: the first one was taken."));
    const taken = multiple ? files : files.slice(0, 1);
    if (taken.length > 0) onFiles(taken);
  };
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // So that choosing the same file once more is a choice as well.
    currentTarget.value = "";
    take(files);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take([...event.dataTransfer.files]);
  };
  const look = disabled
    ? "cursor-not-allowed border-line bg-sunken text-muted"
    : over
      ? "cursor-copy border-primary bg-sunken"
      : "cursor-pointer border-edge bg-surface hover:bg-sunken";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? "none" : "copy";
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <label
        htmlFor={id}
        className={`grid justify-items-center gap-2 rounded-box border-2 border-dashed p-6 text-center transition-colors focus-within:outline-3 focus-within:outline-(--focus) focus-within:outline-offset-2 sm:p-8 ${look}`}
      >
        {children ?? <Upload aria-hidden="true" className="size-8" />}
        <span id={`${id}-title`} className="text-balance font-semibold">
          {title}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-labelledby={`${id}-title`}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={chosen}
          className="sr-only"
        />
        {hint && (
          <span id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </span>
        )}
      </label>
    </div>
  );
}

/** A file dropped beside the zone would otherwise be opened in place of the page, with all that was typed. */
function keepThePage(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
  return () => {
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}
