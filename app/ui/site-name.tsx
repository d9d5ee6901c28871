import { createContext, useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { type SiteIdentity, standardName } from "~/shared/site-name";

/** The installation's name where the root's data couldn't be had: the server gives it, and in the browser the document. */
export const SiteNameContext = createContext(standardName);

const nameTag = "application-name";

/** Keeps the name in the document. */
export function SiteNameTag() {
  return <meta name={nameTag} content={useSiteName()} />;
}

/** The name that the server has left in the document. */
export function siteNameIn(document: Document): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${nameTag}"]`)?.content ?? standardName;
}

/** The installation as the screens show it. */
export function useSite(): SiteIdentity {
  const name = useContext(SiteNameContext);
  return useRouteLoaderData<{ site: SiteIdentity }>("root")?.site ?? { name, imprint: null };
}

export function useSiteName(): string {
  return useSite().name;
}

/** The browser's tab: the screen's title, and the installation's name. */
export function SiteTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useSiteName()}`}</title>;
}
