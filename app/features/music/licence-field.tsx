import { t } from "~/shared/t";
import { FieldFrame } from "~/ui/field";
import { type Licence, licences } from "./releases";

/** The choice of a licence. */
export function LicenceField({ stored, error }: { stored: Licence; error: string | undefined }) {
  return (
    <FieldFrame
      label={t("Licence")}
      hint={t("What others may do with it. Creative Commons licences can't be taken back.")}
      error={error}
    >
      {(props) => (
        <select {...props} name="licence" defaultValue={stored} className={`min-h-12 ${props.className}`}>
          {Object.entries(licenceNames()).map(([licence, name]) => (
            <option key={licence} value={licence}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** The names of the licences, by their values. */
export const licenceNames = () =>
  Object.fromEntries(Object.entries(licences).map(([licence, { name }]) => [licence, t(name)]));
