import type { MiddlewareFunction } from "react-router";
import { readerContext } from "~/services.server";

/** For the musician's own look at a page: its words are in the page's language. */
export const speakAsPage: MiddlewareFunction<Response> = ({ context }, next) => {
  context.get(readerContext).asked = undefined;
  return next();
};
