import type { HydratedRouterProps } from "react-router/dom";
import { sendForm, withSession } from "~/shared/sign-in-again";

/**
 * React Router's fetch. When a session has ended, a form or a navigation waits for signing in on
 * the screen that is open. A request without a press behind it interrupts nothing.
 */
export const fetchWithSession: NonNullable<HydratedRouterProps["unstable_fetch"]> = (request, { type }) => {
  if (type === "manifest" || type === "revalidation" || leadsNowhere(request)) return fetch(request);
  return withSession((headers) => {
    const copy = request.clone();
    // Reading and going elsewhere do no harm to the account that has signed in since.
    if (request.method === "GET") return fetch(copy);
    for (const [name, value] of Object.entries(headers)) copy.headers.set(name, value);
    return sendForm(() => fetch(copy));
  });
};

/** A user who doesn't sign in stays on the screen, and isn't asked again for that. */
function leadsNowhere({ method, url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete("_routes");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  const address = pathname.replace(/(\/_)?\.data$/, "") + query;
  return method === "GET" && address === location.pathname + location.search;
}
