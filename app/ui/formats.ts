import { useRouteLoaderData } from "react-router";
import { type FormatChoice, type Formats, formatsFor, standardFormat } from "~/shared/formats";

/** Writes dates and numbers as the signed-in account has chosen, on the server and in the browser alike. */
export function useFormats(): Formats {
  const root = useRouteLoaderData<{ viewer: { formats: FormatChoice } | null }>("root");
  return formatsFor(root?.viewer?.formats ?? standardFormat);
}
