import { platformNames, type SocialPlatform } from "~/shared/platforms";
import { t } from "~/shared/t";
import { BrandIcon } from "~/ui/brand-icon";

export interface PublicSocialLink {
  platform: SocialPlatform;
  url: string;
}

/** The artist elsewhere: the platforms' marks in a row. [1 §2] */
export function SocialLinks({ links }: { links: readonly PublicSocialLink[] }) {
  return (
    <ul data-elsewhere aria-label={t("Elsewhere|on other sites")} className="flex flex-wrap gap-2">
      {links.map(({ platform, url }) => (
        <li key={`${platform} ${url}`}>
          <a
            href={url}
            rel="me noopener"
            target="_blank"
            aria-label={t(platformNames[platform])}
            title={t(platformNames[platform])}
            className="grid size-12 place-items-center rounded-full border border-edge bg-surface text-foreground transition-colors hover:bg-primary hover:text-on-primary"
          >
            <BrandIcon brand={platform} className="size-5" />
          </a>
        </li>
      ))}
    </ul>
  );
}
