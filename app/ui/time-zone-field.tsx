import { useId, useState } from "react";
import { t } from "~/shared/t";
import { knownZones } from "~/shared/time-zone";
import { zoneText } from "~/shared/zone-names";
import { Field, type FieldProps } from "./field.tsx";

/** A time zone, typed or picked from what its letters find. The server knows a town alone, too. */
export function TimeZoneField({
  label = t("Time zone"),
  ...rest
}: Omit<FieldProps, "label" | "list"> & { label?: string }) {
  const list = useId();
  // Only once it is used: browsers and servers know different ones.
  const [zones, setZones] = useState<string[]>([]);
  return (
    <>
      <Field
        {...rest}
        label={label}
        name="time_zone"
        list={list}
        maxLength={64}
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onFocus={(event) => {
          setZones(knownZones());
          // What is typed next takes its place, and finds others.
          event.currentTarget.select();
        }}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zoneText(zone)} />
        ))}
      </datalist>
    </>
  );
}
