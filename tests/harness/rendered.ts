import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";

/** The HTML of what the server draws, with the parts whose code the browser loads later. */
export async function rendered(element: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return (await text(prelude)).replaceAll("<!-- -->", "");
}
