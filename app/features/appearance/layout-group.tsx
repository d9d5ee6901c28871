import { msg, t } from "~/shared/t";
import "./layout-group.css";
import { useMemo } from "react";
import { type Appearance, type Layout, layouts } from "~/artist-theme/appearance";
import { artistTheme } from "~/artist-theme/artist-theme";
import { DrawnCover } from "~/artist-theme/drawn-cover-picture";
import { widestLine } from "~/shared/name-lines";
import { type Place, squarePlace } from "~/shared/picture";
import { writingOf } from "~/shared/writing";
import { ChoiceCard } from "~/ui/choice-card";
import { Photo } from "~/ui/photo";
import { appearanceOfChoices, type Choices } from "./choices.ts";
import { InFont } from "./font-name.tsx";
import { type Change, Group } from "./group.tsx";
import type { OwnPictures } from "./queries.server.ts";

const isLayout = (name: string): name is Layout => Object.hasOwn(layouts, name);

const hints: Record<Layout, string> = {
  classic: msg("Panels below your cover"),
  poster: msg("Your name as large as can be"),
  split: msg("A picture that stays"),
  gallery: msg("Pictures first"),
  minimal: msg("A column of buttons"),
};

/** The layouts, each as a small picture of the page: with the artist's name and pictures, and the typeface and colours of the moment. */
export function LayoutGroup({
  name,
  pictures,
  choices,
  onChange,
}: {
  name: string;
  pictures: OwnPictures;
  choices: Choices;
  onChange: Change<Choices>;
}) {
  const appearance = useMemo(() => appearanceOfChoices(choices, []), [choices]);
  const { variables } = useMemo(() => artistTheme(appearance), [appearance]);
  return (
    <Group title={t("Layout")} state={t(layouts[choices.layout])} isOpen>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">{t("Layout")}</legend>
        {Object.keys(layouts)
          .filter(isLayout)
          .map((layout) => (
            <ChoiceCard
              key={layout}
              name="layout"
              value={layout}
              checked={layout === choices.layout}
              onChange={() => onChange({ layout })}
              className="overflow-hidden text-sm"
            >
              <span
                aria-hidden="true"
                dir={writingOf(name).dir}
                style={{ ...variables, backgroundImage: "var(--gradient)" }}
                className="layout-picture"
              >
                <Picture layout={layout} name={name} pictures={pictures} appearance={appearance} />
              </span>
              <span className="block px-3 py-2 font-semibold">
                {t(layouts[layout])}
                <span className="block font-normal text-muted text-xs">{t(hints[layout])}</span>
              </span>
            </ChoiceCard>
          ))}
      </fieldset>
    </Group>
  );
}

/** The cards are two in a row, beside the preview or alone. */
const cardPlaces: Place[] = [
  { from: 64, ofScreen: 0, rem: 12 },
  { from: 0, ofScreen: 0.5, rem: -2 },
];

function Picture({
  layout,
  name,
  pictures: { avatar, cover, focus },
  appearance,
}: {
  layout: Layout;
  name: string;
  pictures: OwnPictures;
  appearance: Appearance;
}) {
  const font = appearance.nameFont ?? appearance.fontFamily;
  const instead = layout === "split" ? avatar : null;
  return (
    <span className={`layout-${layout}`} style={{ "--widest": widestLine(name, font) }}>
      {cover ? (
        <Photo picture={cover} places={cardPlaces} alt="" focus={focus} className="layout-cover" />
      ) : instead ? (
        <Photo picture={instead} places={cardPlaces} alt="" className="layout-cover" />
      ) : (
        layout !== "classic" && <DrawnCover name={name} className="layout-cover" />
      )}
      <InFont font={font} className={`layout-name ${appearance.nameFont ? "font-normal" : "font-extrabold"}`}>
        {name}
      </InFont>
      {avatar ? (
        <Photo picture={avatar} places={squarePlace(6)} alt="" className="layout-portrait" />
      ) : (
        <span className="layout-portrait" />
      )}
      <span className="layout-lines" />
      <span className="layout-lines" />
    </span>
  );
}
