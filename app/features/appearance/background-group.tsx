import { Ban, Film, Image as ImageIcon, Play } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { choicesFor, type Place } from "~/shared/picture";
import { t } from "~/shared/t";
import { ChoiceCard } from "~/ui/choice-card";
import { Field } from "~/ui/field";
import { LoadFailure } from "~/ui/load-failure";
import { Slider } from "~/ui/slider";
import type { Choices } from "./choices.ts";
import { type Change, Group } from "./group.tsx";
import type { BackgroundOption } from "./queries.server.ts";
import { backgroundOpacityRange, failureTexts } from "./schema.ts";

export const percentText = (share: number) => `${Math.round(share * 100)} %`;

/** None, a YouTube video or one of the offered ones: choosing one is leaving the others. [2 §4 Background choice] */
export function BackgroundGroup({
  ref,
  choices,
  options,
  error,
  onChange,
}: {
  ref: Ref<HTMLDetailsElement>;
  choices: Choices;
  /** Null when they could not be loaded. */
  options: BackgroundOption[] | null;
  /** The problem of the video's address. */
  error: string | undefined;
  onChange: Change<Choices>;
}) {
  const { background } = choices;
  const chosen = options?.find(({ id }) => id === background);
  const isListed = background === "none" || background === "youtube" || chosen !== undefined;
  const card = (value: string, name: string, picture: ReactNode, note?: string) => (
    <ChoiceCard
      key={value}
      name="background"
      value={value}
      checked={background === value}
      onChange={() => onChange({ background: value })}
      className="overflow-hidden text-sm"
    >
      <span className="relative grid h-20 place-items-center bg-sunken text-muted">{picture}</span>
      <span className="block px-3 py-2 font-semibold wrap-anywhere">{name}</span>
      {note && <span className="-mt-2 block px-3 pb-2 text-muted text-xs">{note}</span>}
    </ChoiceCard>
  );

  return (
    <Group
      ref={ref}
      title={t("Background")}
      state={background === "youtube" ? t("YouTube video") : (chosen?.name ?? (isListed ? t("None") : ""))}
      isOpen
    >
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">{t("Background")}</legend>
        {card("none", t("None"), <Ban aria-hidden="true" className="size-6" />, t("Your theme's own"))}
        {card("youtube", t("YouTube video"), <Play aria-hidden="true" className="size-6" />)}
        {options?.map((option) =>
          card(option.id, option.name, <OptionPicture option={option} />, noteOn(option)),
        )}
      </fieldset>
      {!options && <LoadFailure text={t(failureTexts.backgrounds)} />}
      {/* The chosen background stays chosen while it can't be shown. */}
      {!isListed && <input type="hidden" name="background" value={background} />}
      {background === "youtube" ? (
        <Field
          label={t("YouTube address")}
          name="youtube_background_url"
          type="url"
          inputMode="url"
          placeholder="https://www.youtube.com/watch?v=..."
          hint={t("Plays without sound behind your page, after everything else is there.")}
          value={choices.youtube_background_url}
          onChange={(event) => onChange({ youtube_background_url: event.currentTarget.value })}
          error={error}
          maxLength={2000}
        />
      ) : (
        <input type="hidden" name="youtube_background_url" value={choices.youtube_background_url} />
      )}
      <Slider
        label={t("Background opacity")}
        name="background_opacity"
        {...backgroundOpacityRange}
        value={choices.background_opacity}
        valueText={percentText(choices.background_opacity)}
        onValue={(background_opacity) => onChange({ background_opacity })}
      />
      {background === "none" && (
        <p className="-mt-3 text-muted text-sm">
          {t("Takes effect with a video or a picture behind your page.")}
        </p>
      )}
    </Group>
  );
}

function noteOn({ is_active, type }: BackgroundOption): string {
  if (!is_active) return t("Offered no longer");
  return type === "video" ? t("Video") : t("Picture");
}

/** Half of the controls beside the preview, half of the screen without it. */
const optionPlaces: Place[] = [
  { from: 64, ofScreen: 0, rem: 11.44, height: 5 },
  { from: 40, ofScreen: 0.5, rem: -3.06, height: 5 },
  { from: 0, ofScreen: 0.5, rem: -2.31, height: 5 },
];

function OptionPicture({ option: { type, url, thumbnail_url, stored } }: { option: BackgroundOption }) {
  const picture = thumbnail_url ?? (type === "image" ? url : null);
  const Icon = type === "video" ? Film : ImageIcon;
  return (
    <>
      <Icon aria-hidden="true" className="size-6" />
      {picture && (
        <img
          {...(!thumbnail_url && stored && choicesFor(stored, optionPlaces))}
          src={picture}
          width={stored?.width}
          height={stored?.height}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </>
  );
}
