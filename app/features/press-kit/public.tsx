import { Icon } from "~/ui/icon";
import { megabytes } from "./schema.ts";

export interface PublicPressKit {
  fileUrl: string;
  fileName: string;
  bytes: number;
}

/** The press kit as one link, with its size in megabytes. [2 §9] */
export function PressKit({ pressKit: { fileUrl, fileName, bytes } }: { pressKit: PublicPressKit }) {
  return (
    <a
      href={fileUrl}
      download={fileName}
      className="flex min-h-14 items-center gap-3 rounded-box border border-edge bg-surface px-4 py-3 transition-colors hover:bg-sunken"
    >
      <Icon name="file" className="size-6 shrink-0" />
      <span dir="auto" className="min-w-0 grow font-semibold wrap-anywhere">
        {fileName}
      </span>
      <span className="shrink-0 text-muted text-sm">PDF, {megabytes(bytes)}</span>
      <Icon name="download" className="size-5 shrink-0" />
    </a>
  );
}
