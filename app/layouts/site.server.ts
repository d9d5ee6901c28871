import { type LoaderFunctionArgs, type MiddlewareFunction, redirectDocument } from "react-router";
import { documentFormHeader } from "~/shared/document-form";

// What pages need that are documents without React.

/**
 * A form that a document's script has sent is answered with the address it leads to, which `fetch` would follow and hide.
 */
export const nameGoal: MiddlewareFunction<Response> = async ({ request }, next) => {
  const answer = await next();
  const leadsOn = answer.status >= 300 && answer.status < 400;
  if (!leadsOn || !request.headers.has(documentFormHeader)) return answer;
  return new Response(null, { status: 204, headers: answer.headers });
};

/**
 * For the layout's loader, which comes after the gates of the pages within.
 * @throws a redirect by which a screen of React's that wants to go to such a page by itself loads it as a document
 */
export function leadToDocument({ request, url }: Pick<LoaderFunctionArgs, "request" | "url">): void {
  if (request.method === "GET" && new URL(request.url).pathname.endsWith(".data")) {
    throw redirectDocument(url.pathname + url.search);
  }
}
