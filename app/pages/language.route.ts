import { redirectDocument } from "react-router";
import { setCookie } from "~/features/auth/cookies.server";
import { languageCookie, servicesContext } from "~/services.server";
import { isLanguage } from "~/shared/languages";
import type { Route } from "./+types/language.route";

const year = 365 * 24 * 3600;

/** Only the switch at a page's foot chooses; opening the address leads home. */
export function loader() {
  return redirectDocument("/");
}

/** Keeps the language that a visitor has chosen, and leads back to the page they came from. */
export async function action({ request, context }: Route.ActionArgs) {
  const { config } = context.get(servicesContext);
  const form = await request.formData().catch(() => new FormData());
  const chosen = String(form.get("language"));
  const headers = new Headers();
  if (isLanguage(chosen))
    headers.set("Set-Cookie", setCookie(config, languageCookie, chosen, { maxAge: year }));
  return redirectDocument(cameFrom(request, config.origin), { status: 303, headers });
}

/**
 * The page of this site that the request came from, without the language that its address may have asked for. Whole, since a
 * path that begins with two slashes would lead to another site.
 */
function cameFrom({ headers }: Request, origin: string): string {
  const from = URL.parse(headers.get("Referer") ?? "");
  if (from?.origin !== origin) return "/";
  from.searchParams.delete("lang");
  return from.href;
}
