import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Dialog, DialogFoot } from "~/ui/dialog";
import { Slider } from "~/ui/slider";
import {
  type Crop,
  centred,
  fitted,
  moved,
  overhang,
  type Point,
  zoomed,
  zoomLimits,
  zoomStep,
} from "./crop.ts";
import { drawCrop } from "./opened-picture.ts";
import { type PictureKind, pictureKinds } from "./picture-kinds.ts";

/** The step of an arrow key, in parts of the frame's width; with Shift a tenth of it. */
const keyMove = 1 / 40;
const keyZoom = 1.05;

const inPercent = (value: number) => `${Math.round(value)}%`;

/**
 * Which part of a picture shows, and how large: by hand on the picture itself, or with the sliders. Stays open with
 * the work in it until it is saved or given up. [2 §2 Image positioning dialog]
 */
export function PositionDialog({
  kind,
  picture,
  first,
  percent,
  onSave,
  onStop,
  onClose,
}: {
  kind: PictureKind;
  picture: ImageBitmap;
  /** The part that showed before; of a new picture as much as fits. */
  first: Crop | undefined;
  /** Of the bytes that have been sent; null while nothing is. */
  percent: number | null;
  onSave(crop: Crop): void;
  /** Undefined where what is under way can't be stopped. */
  onStop: (() => void) | undefined;
  onClose(): void;
}) {
  const { frame } = pictureKinds[kind];
  const [crop, setCrop] = useState(() => first ?? fitted(picture, frame));
  const isSaving = percent !== null;
  const { min, max } = zoomLimits(picture, frame);
  const over = overhang(crop, picture, frame);

  return (
    <Dialog
      open
      wide={kind === "cover"}
      title={t(kind === "avatar" ? "Position your profile picture" : "Position your cover image")}
      isBusy={isSaving}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <fieldset disabled={isSaving} className="grid grid-cols-1 gap-3">
          <CropArea kind={kind} picture={picture} crop={crop} onCrop={isSaving ? undefined : setCrop} />
          <Slider
            label={t("Size")}
            min={min}
            max={max}
            step={zoomStep}
            value={crop.zoom}
            valueText={inPercent((crop.zoom / min) * 100)}
            disabled={max === min}
            onValue={(zoom) => setCrop((current) => zoomed(current, zoom, picture, frame))}
          />
          <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
            <Slider
              label={t("Horizontal position")}
              isFromLeft
              min={0}
              max={100}
              step={1}
              value={crop.horizontal}
              valueText={inPercent(crop.horizontal)}
              disabled={over.width === 0}
              onValue={(horizontal) => setCrop((current) => ({ ...current, horizontal }))}
            />
            <Slider
              label={t("Vertical position")}
              min={0}
              max={100}
              step={1}
              value={crop.vertical}
              valueText={inPercent(crop.vertical)}
              disabled={over.height === 0}
              onValue={(vertical) => setCrop((current) => ({ ...current, vertical }))}
            />
          </div>
        </fieldset>
        {isSaving && <Progress percent={percent} />}
        <DialogFoot>
          <div className="me-auto flex flex-wrap gap-3">
            <Button variant="secondary" disabled={isSaving} onClick={() => setCrop(centred)}>
              {t("Center Image")}
            </Button>
            <Button variant="secondary" disabled={isSaving} onClick={() => setCrop(fitted(picture, frame))}>
              {t("Reset")}
            </Button>
          </div>
          <div className="ms-auto flex flex-wrap gap-3">
            <Button variant="secondary" disabled={isSaving && !onStop} onClick={isSaving ? onStop : onClose}>
              {t("Cancel")}
            </Button>
            <Button pending={isSaving} pendingText={t("Saving...")} onClick={() => onSave(crop)}>
              {t("Save")}
            </Button>
          </div>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

function Progress({ percent }: { percent: number }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm tabular-nums">
        {percent < 100
          ? t("Uploading... {percent}%", { percent: Math.round(percent) })
          : t("Saving the picture...")}
      </p>
      <progress aria-labelledby={id} value={percent} max={100} className="h-2 w-full" />
    </div>
  );
}

/** The picture as it will be, moved by pointer, wheel, two fingers and keys. */
function CropArea({
  kind,
  picture,
  crop,
  onCrop,
}: {
  kind: PictureKind;
  picture: ImageBitmap;
  crop: Crop;
  /** Undefined while it may not be moved. */
  onCrop: ((change: (current: Crop) => Crop) => void) | undefined;
}) {
  const { frame } = pictureKinds[kind];
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, Point>());

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, "medium");
  }, [picture, crop]);

  useEffect(() => {
    const element = canvas.current;
    if (!element || !onCrop) return;
    const zoomByWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = placeOf(event, element);
      const factor = Math.exp(-wheelPixels(event) / 400);
      onCrop((current) => zoomed(current, current.zoom * factor, picture, frame, at));
    };
    // React listens to the wheel without a way to keep the page from scrolling.
    element.addEventListener("wheel", zoomByWheel, { passive: false });
    return () => element.removeEventListener("wheel", zoomByWheel);
  }, [picture, frame, onCrop]);

  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before || !onCrop) return;
    const now = placeOf(event.nativeEvent, event.currentTarget);
    const other = [...fingers.current].find(([finger]) => finger !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    onCrop((current) => {
      if (!other) return moved(current, difference(now, before), picture, frame);
      const ratio = distance(now, other) / Math.max(distance(before, other), 1);
      const middle = between(before, other);
      const larger = zoomed(current, current.zoom * ratio, picture, frame, middle);
      return moved(larger, difference(between(now, other), middle), picture, frame);
    });
  };

  const press = (event: KeyboardEvent) => {
    if (!onCrop || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = frame.width * keyMove * (event.shiftKey ? 0.1 : 1);
    const way = keyWays[event.key];
    const zoom = keyZooms[event.key];
    if (!way && !zoom) return;
    event.preventDefault();
    if (way) onCrop((current) => moved(current, { x: way.x * step, y: way.y * step }, picture, frame));
    if (zoom) onCrop((current) => zoomed(current, current.zoom * zoom, picture, frame));
  };

  return (
    <div className="grid gap-3">
      <div
        role="application"
        aria-label={t("Picture")}
        aria-roledescription={t("picture to position")}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it answers to keys, as its role tells
        tabIndex={0}
        onKeyDown={press}
        className={`relative mx-auto w-full overflow-hidden rounded-box bg-sunken ${kind === "avatar" ? "max-w-72" : ""}`}
      >
        <canvas
          ref={canvas}
          width={frame.width}
          height={frame.height}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            fingers.current.set(event.pointerId, placeOf(event.nativeEvent, event.currentTarget));
          }}
          onPointerMove={drag}
          onPointerUp={(event) => fingers.current.delete(event.pointerId)}
          onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
          className="block h-auto w-full cursor-grab touch-none select-none active:cursor-grabbing"
        />
        {kind === "avatar" && (
          // Pages show it round.
          <span className="pointer-events-none absolute inset-0 rounded-full border-2 border-[#fff]/80 shadow-[0_0_0_100vmax_rgb(0_0_0/0.6)]" />
        )}
      </div>
      <p id={id} className="text-center text-muted text-sm">
        {t("Drag it into place. Scroll, pinch, or press + and − to change its size.")}
      </p>
    </div>
  );
}

const keyWays: Partial<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const keyZooms: Partial<Record<string, number>> = {
  "+": keyZoom,
  // The key of the plus without Shift, where it is one.
  "=": keyZoom,
  "-": 1 / keyZoom,
};

/** Where an event happened, in pixels of the frame. */
function placeOf(event: MouseEvent, canvas: HTMLCanvasElement): Point {
  const box = canvas.getBoundingClientRect();
  return {
    x: ((event.clientX - box.left) * canvas.width) / box.width,
    y: ((event.clientY - box.top) * canvas.height) / box.height,
  };
}

/** How far the wheel turned, in pixels; some browsers count lines. */
function wheelPixels({ deltaY, deltaMode }: WheelEvent): number {
  return deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * 16 : deltaY;
}

const difference = (to: Point, from: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
