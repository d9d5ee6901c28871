import type { Ref } from "react";
import {
  type FontFamily,
  fontFamilies,
  type NameFont,
  nameFonts,
  type TextColorMode,
  textColorModes,
} from "~/artist-theme/appearance";
import { type CoverSize, coverSizeLabels, coverSizePixels, coverSizes } from "~/shared/cover-sizes";
import { msg, t } from "~/shared/t";
import { Checkbox } from "~/ui/checkbox";
import { ChoiceCard } from "~/ui/choice-card";
import { BackgroundGroup } from "./background-group.tsx";
import { type Choices, sectionColumns } from "./choices.ts";
import { PanelGroup, ThemeGroup } from "./colour-groups.tsx";
import { FirstGroup } from "./first-group.tsx";
import { FontName, InFont } from "./font-name.tsx";
import { type Change, Group } from "./group.tsx";
import { LayoutGroup } from "./layout-group.tsx";
import type { BackgroundOption, OwnPictures } from "./queries.server.ts";
import { type SectionColumn, sections } from "./schema.ts";

const isFont = (name: string): name is FontFamily => Object.hasOwn(fontFamilies, name);
const fonts = Object.keys(fontFamilies).filter(isFont);
const isNameFont = (name: string): name is NameFont => Object.hasOwn(nameFonts, name);
const typefaces = ["page" as const, ...Object.keys(nameFonts).filter(isNameFont)];
const isMode = (name: string): name is TextColorMode => Object.hasOwn(textColorModes, name);
const modes = Object.keys(textColorModes).filter(isMode);

const modeHints: Record<TextColorMode, string> = {
  auto: msg("Whatever suits the rest"),
  light: msg("On dark grounds"),
  dark: msg("On bright grounds"),
};

/**
 * Everything there is to choose: the layout, what fans find first, then the rest in the order of the specification.
 * [2 §2 Bio page appearance]
 */
export function Controls({
  name,
  pictures,
  background,
  first,
  choices,
  options,
  offered,
  errors,
  onChange,
}: {
  /** The artist's. */
  name: string;
  pictures: OwnPictures;
  /** The groups that hold the fields that can be wrong. */
  background: Ref<HTMLDetailsElement>;
  first: Ref<HTMLDetailsElement>;
  choices: Choices;
  options: BackgroundOption[] | null;
  /** What there is to be offered first. */
  offered: { music: boolean; show: boolean };
  errors: Record<string, string>;
  onChange: Change<Choices>;
}) {
  const { shown, text_color_mode, font_family, name_font, cover_image_size } = choices;
  const others = sectionColumns.filter((column) => column !== "show_support_section");
  const count = others.filter((column) => shown.has(column)).length;
  const toggle = (column: SectionColumn, text: string) => (
    <Checkbox
      key={column}
      name={column}
      checked={shown.has(column)}
      onChange={(event) => {
        const rest = sectionColumns.filter((one) => one !== column && shown.has(one));
        onChange({ shown: new Set(event.currentTarget.checked ? [...rest, column] : rest) });
      }}
    >
      {text}
    </Checkbox>
  );

  return (
    <>
      <LayoutGroup name={name} pictures={pictures} choices={choices} onChange={onChange} />
      <FirstGroup ref={first} choices={choices} offered={offered} errors={errors} onChange={onChange} />
      <BackgroundGroup
        ref={background}
        choices={choices}
        options={options}
        error={errors.youtube_background_url}
        onChange={onChange}
      />
      <Group title={t("Text")} state={t(textColorModes[text_color_mode])}>
        <fieldset className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-3">
          <legend className="sr-only">{t("Text colour")}</legend>
          {modes.map((mode) => (
            <ChoiceCard
              key={mode}
              name="text_color_mode"
              value={mode}
              checked={mode === text_color_mode}
              onChange={() => onChange({ text_color_mode: mode })}
              className="flex min-h-14 flex-col justify-center px-3 py-1.5 text-sm"
            >
              <span className="font-semibold">{t(textColorModes[mode])}</span>
              <span className="text-muted text-xs">{t(modeHints[mode])}</span>
            </ChoiceCard>
          ))}
        </fieldset>
      </Group>
      <PanelGroup choices={choices} onChange={onChange} />
      <Group
        title={t("Support section")}
        state={shown.has("show_support_section") ? t("Shown") : t("Hidden")}
      >
        {toggle("show_support_section", t("Show the links by which fans can support you"))}
      </Group>
      <Group
        title={t("Sections")}
        state={t("{count} of {total} shown|sections", { count, total: others.length })}
      >
        <fieldset>
          <legend className="mb-1 text-muted text-sm">
            {t("A section that is on shows as soon as there is something in it.")}
          </legend>
          {others.map((column) => toggle(column, t(sections[column])))}
        </fieldset>
      </Group>
      <ThemeGroup choices={choices} onChange={onChange} />
      <Group title={t("Typography")} state={fontFamilies[font_family]}>
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="sr-only">{t("Font")}</legend>
          {fonts.map((font) => (
            <ChoiceCard
              key={font}
              name="font_family"
              value={font}
              checked={font === font_family}
              onChange={() => onChange({ font_family: font })}
              className="flex min-h-12 flex-col justify-center px-3"
            >
              <FontName font={font} />
            </ChoiceCard>
          ))}
        </fieldset>
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="mb-1 text-muted text-sm">{t("Your name")}</legend>
          {typefaces.map((typeface) => (
            <ChoiceCard
              key={typeface}
              name="name_font"
              value={typeface}
              checked={typeface === name_font}
              onChange={() => onChange({ name_font: typeface })}
              className="flex min-h-12 flex-col justify-center px-3 font-semibold"
            >
              {typeface === "page" ? (
                t("As the page")
              ) : (
                <InFont font={typeface} className="block font-normal text-lg/6">
                  {nameFonts[typeface]}
                </InFont>
              )}
            </ChoiceCard>
          ))}
        </fieldset>
      </Group>
      <CoverGroup size={cover_image_size} onSize={(size) => onChange({ cover_image_size: size })} />
    </>
  );
}

function CoverGroup({ size, onSize }: { size: CoverSize; onSize(size: CoverSize): void }) {
  return (
    <Group title={t("Cover size")} state={t(coverSizeLabels[size])}>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">{t("Cover image size")}</legend>
        {coverSizes.map((one) => (
          <ChoiceCard
            key={one}
            name="cover_image_size"
            value={one}
            checked={one === size}
            onChange={() => onSize(one)}
            className="flex min-h-14 flex-col justify-center px-3 py-1.5 text-sm"
          >
            <span className="font-semibold">{t(coverSizeLabels[one])}</span>
            <span className="text-muted text-xs">{`${coverSizePixels[one]}px`}</span>
          </ChoiceCard>
        ))}
      </fieldset>
    </Group>
  );
}
