import type { MouseEvent } from "react";

/** For a link to the public page: opens it past every cache. [2 §2] */
export function bustCache(event: MouseEvent<HTMLAnchorElement>): void {
  event.currentTarget.search = `?t=${Date.now()}`;
}
