import { Icon } from "~/public-ui/icon";
import { t } from "~/shared/t";
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
      className="flex min-h-14 items-center gap-[min(0.75rem,3vw)] rounded-box border border-edge bg-surface px-[min(1rem,4vw)] py-3 transition-colors hover:bg-sunken"
    >
      <Icon name="file" className="size-6 shrink-0" />
      <span dir="auto" className="min-w-0 grow font-semibold wrap-anywhere">
        {fileName}
      </span>
      <span className="whitespace-nowrap text-muted text-sm">
        {t("PDF, {size}", { size: megabytes(bytes) })}
      </span>
      <Icon name="download" className="size-5 shrink-0" />
    </a>
  );
}
