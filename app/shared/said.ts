import { t } from "./t.ts";

/** Texts by their names, each in the reader's language. @param texts marked by `msg` */
export function said<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, string> {
  const inReadersLanguage: Record<Name, string> = { ...texts };
  for (const name in inReadersLanguage) inReadersLanguage[name] = t(inReadersLanguage[name]);
  return inReadersLanguage;
}
