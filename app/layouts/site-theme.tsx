import type { ReactNode } from "react";
import { preload } from "react-dom";
import archivo from "../fonts/archivo-latin.woff2?url";
import inter from "../fonts/inter-latin.woff2?url";

/** The colour of the browser's own bar: the page's header. */
const barColours = {
  site: { light: "#f0eee6", dark: "#100f0d" },
  dashboard: { light: "#ffffff", dark: "#1b1b18" },
};

/**
 * Chooses one of the site's two themes for everything inside, dialogs and toasts included; site-theme.css holds their
 * colours. Loads the theme's fonts ahead of the text that uses them.
 */
export function SiteTheme({ name, children }: { name: "site" | "dashboard"; children: ReactNode }) {
  const font = { as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;
  preload(inter, font);
  if (name === "site") preload(archivo, font);
  return (
    <div data-site-theme={name} className="flex min-h-dvh flex-col bg-canvas text-foreground">
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={barColours[name].light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={barColours[name].dark} />
      {children}
    </div>
  );
}
