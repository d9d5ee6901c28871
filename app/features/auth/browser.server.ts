import Bowser from "bowser";
import type { RouterContextProvider } from "react-router";
import { callerContext } from "~/services.server";
import { t } from "~/shared/t";

/** The browser that asks. */
export interface Browser {
  /** The client's network. */
  network: string;
  /** The request's `Cookie` header. */
  cookies: string | null;
  /** The request's `User-Agent` header. */
  userAgent: string | null;
  /** The request's `Accept-Language` header. */
  languages: string | null;
}

/** The browser that has sent a request. */
export function browserOf(request: Request, context: Readonly<RouterContextProvider>): Browser {
  return {
    network: context.get(callerContext).network,
    cookies: request.headers.get("Cookie"),
    userAgent: request.headers.get("User-Agent"),
    languages: request.headers.get("Accept-Language"),
  };
}

const longestName = 60;

/** The names of a browser and its system, as its user agent says them; empty where it says nothing known. */
export function browserNames(userAgent: string | null): { browser: string; system: string } {
  if (!userAgent) return { browser: "", system: "" };
  const { browser, os } = Bowser.parse(userAgent);
  return {
    browser: browser.name?.slice(0, longestName) ?? "",
    system: os.name?.slice(0, longestName) ?? "",
  };
}

/** A signed-in browser for people, such as 'Firefox on Linux'. */
export function browserText({ browser, system }: { browser: string; system: string }): string {
  if (!browser) return system ? t("A browser on {system}", { system }) : t("An unknown browser");
  return system ? t("{browser} on {system}", { browser, system }) : browser;
}
