import "./layout-group.css";
import { useMemo } from "react";
import { type Appearance, type Layout, layouts } from "~/artist-theme/appearance";
import { artistTheme } from "~/artist-theme/artist-theme";
import { widestLine } from "~/artist-theme/name-lines";
import { writingOf } from "~/shared/writing";
import { ChoiceCard } from "~/ui/choice-card";
import { appearanceOfChoices, type Choices } from "./choices.ts";
import { InFont } from "./font-name.tsx";
import { type Change, Group } from "./group.tsx";

const isLayout = (name: string): name is Layout => Object.hasOwn(layouts, name);

const hints: Record<Layout, string> = {
  classic: "Panels below your cover",
  poster: "Your name as large as can be",
  split: "A picture that stays",
  gallery: "Pictures first",
  minimal: "A column of buttons",
};

/** The layouts, each as a small picture of the page: with the artist's name, typeface and colours of the moment. */
export function LayoutGroup({
  name,
  choices,
  onChange,
}: {
  name: string;
  choices: Choices;
  onChange: Change<Choices>;
}) {
  const appearance = useMemo(() => appearanceOfChoices(choices, []), [choices]);
  const { variables } = useMemo(() => artistTheme(appearance), [appearance]);
  return (
    <Group title="Layout" state={layouts[choices.layout]} isOpen>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">Layout</legend>
        {Object.keys(layouts)
          .filter(isLayout)
          .map((layout) => (
            <ChoiceCard
              key={layout}
              name="layout"
              value={layout}
              checked={layout === choices.layout}
              onChange={() => onChange({ layout })}
              className="overflow-hidden text-sm last:odd:col-span-2"
            >
              <span
                aria-hidden="true"
                dir={writingOf(name).dir}
                style={{ ...variables, backgroundImage: "var(--gradient)" }}
                className="layout-picture"
              >
                <Picture layout={layout} name={name} appearance={appearance} />
              </span>
              <span className="block px-3 py-2 font-semibold">
                {layouts[layout]}
                <span className="block font-normal text-muted text-xs">{hints[layout]}</span>
              </span>
            </ChoiceCard>
          ))}
      </fieldset>
    </Group>
  );
}

function Picture({ layout, name, appearance }: { layout: Layout; name: string; appearance: Appearance }) {
  const font = appearance.nameFont ?? appearance.fontFamily;
  return (
    <span className={`layout-${layout}`} style={{ "--widest": widestLine(name, font) }}>
      <span className="layout-cover" />
      <InFont font={font} className={`layout-name ${appearance.nameFont ? "font-normal" : "font-extrabold"}`}>
        {name}
      </InFont>
      <span className="layout-portrait" />
      <span className="layout-lines" />
      <span className="layout-lines" />
    </span>
  );
}
