import { type PointerEvent, useState } from "react";
import { type CoverSize, coverSizeLabels, coverSizePixels, coverSizes } from "~/shared/cover-sizes";
import type { Picture, Place } from "~/shared/picture";
import { t } from "~/shared/t";
import { ChoiceCard } from "~/ui/choice-card";
import { Photo } from "~/ui/photo";
import { Segments } from "~/ui/segments";
import { Slider } from "~/ui/slider";
import { type Device, type Focus, hiddenText, visibleArea } from "./cover-area.ts";

/** Within the card, which is 48 rem wide at most. */
const previewPlaces: Place[] = [
  { from: 51, ofScreen: 0, rem: 45 },
  { from: 40, ofScreen: 1, rem: -6 },
  { from: 0, ofScreen: 1, rem: -4.5 },
];

/**
 * The whole cover, with the parts that a page of this size doesn't show in the dark. [2 §2 Profile screen]
 * @param onFocus a place in the picture was pointed at
 */
export function CoverPreview({
  cover,
  size,
  focus,
  onFocus,
}: {
  cover: Picture;
  size: CoverSize;
  focus: Focus;
  onFocus(focus: Focus): void;
}) {
  const [device, setDevice] = useState<Device>("mobile");
  const { width, height } = cover;
  const labels: Record<Device, string> = { mobile: t("Mobile"), desktop: t("Desktop") };
  const area = visibleArea({ width, height }, size, focus, device);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div
        className="relative w-full overflow-hidden rounded-box bg-sunken"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <Photo
          picture={cover}
          places={previewPlaces}
          alt={t("Your cover image")}
          className="absolute inset-0 size-full object-cover"
        />
        <div
          data-visible-area
          className="absolute border-2 border-accent shadow-[0_0_0_100vmax_rgb(0_0_0/0.6)] transition-[inset] duration-200"
          style={{
            left: `${area.x}%`,
            right: `${100 - area.x - area.width}%`,
            top: `${area.y}%`,
            bottom: `${100 - area.y - area.height}%`,
          }}
        />
        {/* For pointers; the sliders below are for keys. */}
        <div
          data-focal-point
          className="absolute inset-0 cursor-crosshair touch-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            onFocus(placeOf(event));
          }}
          onPointerMove={(event) => event.buttons > 0 && onFocus(placeOf(event))}
        >
          <span
            className="absolute size-6 -translate-1/2 rounded-full border-2 border-[#fff] bg-[#000]/40"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-live="polite" className="min-w-0 text-sm">
          {hiddenText(area, device)}
        </p>
        <Segments legend={t("Preview on")} labels={labels} value={device} onValue={setDevice} />
      </div>
    </div>
  );
}

function placeOf(event: PointerEvent<HTMLElement>): Focus {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const percent = (share: number) => Math.round(100 * Math.min(1, Math.max(0, share)));
  return { x: percent((event.clientX - left) / width), y: percent((event.clientY - top) / height) };
}

/** The focal point, as two fields of the form with the id `form`. */
export function FocusPicker({
  form,
  focus,
  onFocus,
}: {
  form: string;
  focus: Focus;
  onFocus(focus: Focus): void;
}) {
  const shared = { form, min: 0, max: 100, step: 1 };
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{t("Focal point")}</legend>
      <p className="mt-1 mb-2 text-muted text-sm">
        {t(
          "Stays in sight where only a part of the cover shows. Point at it in the picture, or move the sliders.",
        )}
      </p>
      <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        <Slider
          {...shared}
          label={t("From the left")}
          isFromLeft
          name="cover_focus_x"
          value={focus.x}
          valueText={`${focus.x} %`}
          onValue={(x) => onFocus({ ...focus, x })}
        />
        <Slider
          {...shared}
          label={t("From the top")}
          name="cover_focus_y"
          value={focus.y}
          valueText={`${focus.y} %`}
          onValue={(y) => onFocus({ ...focus, y })}
        />
      </div>
    </fieldset>
  );
}

/** The five heights, as a field of the form with the id `form`. */
export function CoverSizePicker({
  form,
  size,
  error,
  onSize,
}: {
  form: string;
  size: CoverSize;
  error: string | undefined;
  onSize(size: CoverSize): void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{t("Cover image size")}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {coverSizes.map((one) => (
          <ChoiceCard
            key={one}
            name="cover_image_size"
            form={form}
            value={one}
            defaultChecked={one === size}
            onChange={() => onSize(one)}
            className="flex min-h-14 flex-col justify-center px-3 py-1.5 text-sm"
          >
            <span className="font-semibold">{t(coverSizeLabels[one])}</span>
            <span className="text-muted text-xs">{`${coverSizePixels[one]}px`}</span>
          </ChoiceCard>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 font-medium text-danger text-sm">
          {error}
        </p>
      )}
      <p className="mt-1.5 text-muted text-sm">{t("Takes effect when you save your profile.")}</p>
    </fieldset>
  );
}
