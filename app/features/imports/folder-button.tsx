import { FolderOpen } from "lucide-react";
import { useId } from "react";
import { t } from "~/shared/t";

/** Chooses a whole folder, where the browser can; else several files. */
export function FolderButton({ isBusy, onFiles }: { isBusy: boolean; onFiles(files: File[]): void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-box border border-edge bg-surface text-balance px-4 py-2 font-semibold hover:bg-sunken focus-within:outline-3 focus-within:outline-(--focus) focus-within:outline-offset-2 has-disabled:cursor-not-allowed has-disabled:text-muted sm:justify-self-start"
    >
      <FolderOpen aria-hidden="true" className="size-5" />
      <span>{isBusy ? t("Packing the folder...") : t("Or choose a folder of sounds or photos")}</span>
      <input
        id={id}
        type="file"
        multiple
        ref={(input) => {
          if (input) input.webkitdirectory = true;
        }}
        disabled={isBusy}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // So that choosing the same folder once more is a choice as well.
          currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
