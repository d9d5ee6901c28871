import { useRouteLoaderData } from "react-router";
import { type SiteIdentity, standardName } from "~/shared/site-name";

/** The installation as the screens show it; the standard where the root's data couldn't be had. */
export function useSite(): SiteIdentity {
  return useRouteLoaderData<{ site: SiteIdentity }>("root")?.site ?? { name: standardName, imprint: null };
}

export function useSiteName(): string {
  return useSite().name;
}

/** The browser's tab: the screen's title, and the installation's name. */
export function SiteTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useSiteName()}`}</title>;
}
