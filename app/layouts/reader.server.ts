import type { MiddlewareFunction } from "react-router";
import { readerContext } from "~/services.server";

/** For public documents, which nothing draws again in the browser: their words are the reader's. */
export const speakToReader: MiddlewareFunction<Response> = ({ context }, next) => {
  context.get(readerContext).isTranslated = true;
  return next();
};

/** For the musician's own look at a page: its words are in the page's language. */
export const speakAsPage: MiddlewareFunction<Response> = ({ context }, next) => {
  Object.assign(context.get(readerContext), { asked: undefined, isTranslated: true });
  return next();
};
