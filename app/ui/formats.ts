import { useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { type FormatChoice, type Formats, formatsFor, standardFormat } from "~/shared/formats";
import { todaysZone } from "~/shared/zone-names";

/** Writes dates and numbers as the signed-in account has chosen, on the server and in the browser alike. */
export function useFormats(): Formats {
  return formatsFor(useFormatChoice());
}

function useFormatChoice(): FormatChoice {
  const root = useRouteLoaderData<{ viewer: { formats: FormatChoice } | null }>("root");
  return root?.viewer?.formats ?? standardFormat;
}

const neverChanges = () => () => {};

/** The browser's time zone, by today's name; until a script can tell, what is given. */
export function useBrowserZone(meanwhile: string): string {
  return useSyncExternalStore(
    neverChanges,
    () => todaysZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
    () => meanwhile,
  );
}

/** The same, in the browser's time zone where the account has chosen none; in UTC until a script can tell. */
export function useOwnFormats(): Formats {
  const here = useBrowserZone("UTC");
  const { format, timeZone } = useFormatChoice();
  return formatsFor({ format, timeZone: timeZone ?? here });
}
