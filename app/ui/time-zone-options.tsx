import { useMemo } from "react";
import { zoneText } from "~/shared/formats";

/** The options of a choice of time zones, by region. @param zones IANA names */
export function TimeZoneOptions({ zones }: { zones: readonly string[] }) {
  const regions = useMemo(
    () => Map.groupBy(zones, (zone) => (zone.includes("/") ? (zone.split("/")[0] ?? "") : "Other")),
    [zones],
  );
  return [...regions].map(([region, names]) => (
    <optgroup key={region} label={region}>
      {names.map((zone) => (
        <option key={zone} value={zone}>
          {zoneText(zone.slice(zone.indexOf("/") + 1))}
        </option>
      ))}
    </optgroup>
  ));
}
