import { type Picture, squarePlace } from "~/shared/picture";
import { Photo } from "~/ui/photo";
import { LinkIcon } from "./icons.tsx";
import type { LinkIconName } from "./schema.ts";

export interface PublicLink {
  id: string;
  title: string;
  url: string;
  icon: LinkIconName | null;
  picture: Picture | null;
}

/** The artist's own links as large buttons. The page's count of clicks knows each by its id. */
export function LinkButtons({ links }: { links: PublicLink[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {links.map(({ id, title, url, icon, picture }) => (
        <li key={id}>
          <a
            href={url}
            rel="noopener"
            target="_blank"
            data-link={id}
            className="flex min-h-16 items-center gap-3 rounded-box border border-edge bg-surface p-2 font-semibold text-lg/6 transition-colors hover:bg-primary hover:text-on-primary"
          >
            <span className="grid size-12 shrink-0 place-items-center">
              {picture ? (
                <Photo
                  picture={picture}
                  places={squarePlace(3)}
                  alt=""
                  className="size-12 rounded-box object-cover"
                />
              ) : (
                <LinkIcon icon={icon} url={url} className="size-6" />
              )}
            </span>
            <span dir="auto" className="wrap-anywhere min-w-0 grow pe-3 text-center sm:pe-15">
              {title}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
