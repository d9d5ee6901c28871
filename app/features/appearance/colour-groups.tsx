import { useId, useMemo } from "react";
import { type Appearance, type ColorTheme, colorThemes, defaultAppearance } from "~/artist-theme/appearance";
import { artistTheme } from "~/artist-theme/artist-theme";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { ChoiceCard } from "~/ui/choice-card";
import { Slider } from "~/ui/slider";
import { percentText } from "./background-group.tsx";
import type { Choices } from "./choices.ts";
import { type Change, Group } from "./group.tsx";
import { profileBackgroundOpacityRange } from "./schema.ts";

const isTheme = (name: string): name is ColorTheme => Object.hasOwn(colorThemes, name);
const themes = Object.keys(colorThemes).filter(isTheme);

interface GroupProps {
  choices: Choices;
  onChange: Change<Choices>;
}

/** The eleven themes, each as it looks with the text going the way it goes now, and the artist's own colours. */
export function ThemeGroup({ choices, onChange }: GroupProps) {
  const {
    color_theme,
    text_color_mode: textColorMode,
    custom_primary_color: primary,
    custom_secondary_color: secondary,
    custom_accent_color: accent,
  } = choices;
  const customColors = useMemo(() => ({ primary, secondary, accent }), [primary, secondary, accent]);
  const { customColors: defaults } = defaultAppearance;
  const isDefault = [primary, secondary, accent].every(
    (colour, at) => colour.toLowerCase() === Object.values(defaults)[at]?.toLowerCase(),
  );
  return (
    <Group title={t("Colour theme")} state={t(colorThemes[color_theme])}>
      <fieldset className="grid grid-cols-2 gap-2 min-[30rem]:grid-cols-3 lg:grid-cols-2">
        <legend className="sr-only">{t("Colour theme")}</legend>
        {themes.map((theme) => (
          <ChoiceCard
            key={theme}
            name="color_theme"
            value={theme}
            checked={theme === color_theme}
            onChange={() => onChange({ color_theme: theme })}
            className="overflow-hidden text-sm"
          >
            <Swatch colorTheme={theme} textColorMode={textColorMode} customColors={customColors} />
            <span className="block px-3 py-2 font-semibold">{t(colorThemes[theme])}</span>
          </ChoiceCard>
        ))}
      </fieldset>
      <div hidden={color_theme !== "custom"} className="grid gap-3">
        <ColourField
          label={t("Primary colour")}
          hint={t("Buttons, and the ground of the page")}
          name="custom_primary_color"
          value={primary}
          onValue={(custom_primary_color) => onChange({ custom_primary_color })}
        />
        <ColourField
          label={t("Secondary colour")}
          hint={t("What the ground runs into")}
          name="custom_secondary_color"
          value={secondary}
          onValue={(custom_secondary_color) => onChange({ custom_secondary_color })}
        />
        <ColourField
          label={t("Accent colour")}
          hint={t("Links, and what is playing")}
          name="custom_accent_color"
          value={accent}
          onValue={(custom_accent_color) => onChange({ custom_accent_color })}
        />
        <Button
          variant="secondary"
          disabled={isDefault}
          onClick={() =>
            onChange({
              custom_primary_color: defaults.primary,
              custom_secondary_color: defaults.secondary,
              custom_accent_color: defaults.accent,
            })
          }
          className="justify-self-start"
        >
          {t("Default colours")}
        </Button>
      </div>
    </Group>
  );
}

/** A piece of a page in this theme: its background, a line of text, a button and a link. */
function Swatch({
  colorTheme,
  textColorMode,
  customColors,
}: Pick<Appearance, "colorTheme" | "textColorMode" | "customColors">) {
  // Only the artist's own theme is made of the artist's own colours.
  const own = colorTheme === "custom" ? customColors : defaultAppearance.customColors;
  const { variables } = useMemo(
    () => artistTheme({ ...defaultAppearance, colorTheme, textColorMode, customColors: own }),
    [colorTheme, textColorMode, own],
  );
  return (
    <span
      aria-hidden="true"
      style={{ ...variables, backgroundImage: "var(--gradient)" }}
      className="flex h-14 items-center gap-2 bg-canvas px-3"
    >
      <span className="size-6 rounded-full bg-primary" />
      <span className="h-1.5 w-9 rounded-full bg-foreground" />
      <span className="h-1.5 w-5 rounded-full" style={{ background: variables["--accent"] }} />
    </span>
  );
}

/** The sheets that the page's sections stand on. */
export function PanelGroup({ choices, onChange }: GroupProps) {
  const { profile_background_color: colour, profile_background_opacity: opacity } = choices;
  return (
    <Group
      title={t("Profile background")}
      state={`\u2066${colour.toLowerCase()}\u2069, ${percentText(opacity)}`}
    >
      <ColourField
        label={t("Profile background colour")}
        hint={t("The panels that your sections stand on")}
        name="profile_background_color"
        value={colour}
        onValue={(profile_background_color) => onChange({ profile_background_color })}
      />
      <Slider
        label={t("Profile background opacity")}
        name="profile_background_opacity"
        {...profileBackgroundOpacityRange}
        value={opacity}
        valueText={percentText(opacity)}
        onValue={(profile_background_opacity) => onChange({ profile_background_opacity })}
      />
    </Group>
  );
}

function ColourField({
  label,
  hint,
  name,
  value,
  onValue,
}: {
  label: string;
  hint: string;
  name: string;
  /** '#rrggbb' */
  value: string;
  onValue(value: string): void;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        id={id}
        type="color"
        name={name}
        value={value.toLowerCase()}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onValue(event.currentTarget.value)}
        className="h-12 w-16 shrink-0 cursor-pointer rounded-box border border-edge bg-surface p-1"
      />
      <label htmlFor={id} className="min-w-0 grow basis-24 cursor-pointer font-semibold text-sm">
        {label}
        <span id={`${id}-hint`} className="block font-normal text-muted">
          {hint}
        </span>
      </label>
      <span className="shrink-0 text-muted text-sm tabular-nums">{value.toLowerCase()}</span>
    </div>
  );
}
