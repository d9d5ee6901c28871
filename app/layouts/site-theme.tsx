import type { ReactNode } from "react";
import { preload } from "react-dom";
import inter from "../fonts/inter-latin.woff2?url";

/** The colour of the browser's own bar: the page's header. */
const barColours = {
  site: { light: "#f0eee6", dark: "#100f0d" },
  dashboard: { light: "#ffffff", dark: "#1b1b18" },
};

/**
 * Chooses one of the site's two themes for everything inside, dialogs and toasts included; site-theme.css holds their
 * colours. The dashboard's font is loaded ahead of its text. A document is painted in the stand-ins, which have the same
 * room: a browser that is told of a font ahead holds its first paint back for it (decision 0089).
 */
export function SiteTheme({ name, children }: { name: "site" | "dashboard"; children: ReactNode }) {
  if (name === "dashboard") preload(inter, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <div data-site-theme={name} className="flex min-h-dvh flex-col bg-canvas text-foreground">
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={barColours[name].light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={barColours[name].dark} />
      {children}
    </div>
  );
}
