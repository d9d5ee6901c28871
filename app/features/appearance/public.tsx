import type { Appearance } from "./schema.ts";

export function Background(_props: { appearance: Appearance }) {
  return null;
}
