import { type MiddlewareFunction, redirectDocument } from "react-router";
import { documentFormHeader } from "~/shared/document-form";

/**
 * For the pages that are documents without React. A screen of React's that wants to go to one by itself loads it as a
 * document. A form that a document's script has sent is answered with the address it leads to, which `fetch` would follow
 * and hide.
 */
export const leadToDocument: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  if (request.method === "GET" && new URL(request.url).pathname.endsWith(".data")) {
    throw redirectDocument(url.pathname + url.search);
  }
  const answer = await next();
  const leadsOn = answer.status >= 300 && answer.status < 400;
  if (!leadsOn || !request.headers.has(documentFormHeader)) return answer;
  return new Response(null, { status: 204, headers: answer.headers });
};
