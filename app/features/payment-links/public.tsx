import { t } from "~/shared/t";
import { BrandIcon } from "~/ui/brand-icon";
import { type PaymentPlatform, platformLabels } from "./platforms.ts";

export interface PublicSupportLink {
  platform: PaymentPlatform;
  url: string;
}

/** The ways to support the artist. [1 §2] */
export function SupportLinks({ links }: { links: PublicSupportLink[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ platform, url }) => (
        <li key={`${platform} ${url}`} className="grow">
          <a
            href={url}
            rel="noopener"
            target="_blank"
            className="flex min-h-12 items-center justify-center gap-2.5 rounded-box border border-edge bg-surface px-4 font-semibold transition-colors hover:bg-primary hover:text-on-primary"
          >
            <BrandIcon brand={platform} className="size-5 shrink-0" />
            {t(platformLabels[platform])}
          </a>
        </li>
      ))}
    </ul>
  );
}
