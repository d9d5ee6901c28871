// The mathematics of positioning a picture in a frame. Pixels of the frame are those of the file that is made;
// pixels of the picture are those of the original, upright.

export interface Size {
  width: number;
  height: number;
}

export interface Crop {
  /** Pixels of the frame for one of the picture: from the smallest that covers the frame, at most 3. [2 §5] */
  zoom: number;
  /** The position of the visible part: 0 to 100, 50 is the middle, 0 the left edge. [2 §2] */
  horizontal: number;
  /** The same from the top. */
  vertical: number;
}

/** Part of the picture, in its pixels. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** The visible part in fractions of the picture's width and height, as it is kept with the picture. */
export interface CropShares {
  crop_x: number;
  crop_y: number;
  crop_width: number;
  crop_height: number;
}

/** A place in the frame or a way across it, in its pixels. */
export interface Point {
  x: number;
  y: number;
}

/** [2 §9] */
export const zoomStep = 0.01;
const largestZoom = 3;
const middle = 50;

/** A picture too small to cover its frame at 3x has only the one zoom that does. */
export function zoomLimits(picture: Size, frame: Size): { min: number; max: number } {
  const min = Math.max(frame.width / picture.width, frame.height / picture.height);
  return { min, max: Math.max(min, largestZoom) };
}

/** As much of the picture as fits, from its middle. */
export function fitted(picture: Size, frame: Size): Crop {
  return { zoom: zoomLimits(picture, frame).min, horizontal: middle, vertical: middle };
}

/** The middle of the picture, as large as it was. */
export function centred(crop: Crop): Crop {
  return { ...crop, horizontal: middle, vertical: middle };
}

/** Pixels of the frame by which the picture is larger than it, either way; none below half a pixel. */
export function overhang({ zoom }: Crop, picture: Size, frame: Size): Size {
  const beyond = (length: number, room: number) => {
    const over = length * zoom - room;
    return over < 0.5 ? 0 : over;
  };
  return { width: beyond(picture.width, frame.width), height: beyond(picture.height, frame.height) };
}

/** The visible part of the picture; always within it. */
export function shownArea(crop: Crop, picture: Size, frame: Size): Area {
  const width = Math.min(frame.width / crop.zoom, picture.width);
  const height = Math.min(frame.height / crop.zoom, picture.height);
  return {
    x: ((picture.width - width) * crop.horizontal) / 100,
    y: ((picture.height - height) * crop.vertical) / 100,
    width,
    height,
  };
}

/** What shows, to be kept. */
export function sharesOf(crop: Crop, picture: Size, frame: Size): CropShares {
  const { x, y, width, height } = shownArea(crop, picture, frame);
  return {
    crop_x: x / picture.width,
    crop_y: y / picture.height,
    crop_width: width / picture.width,
    crop_height: height / picture.height,
  };
}

/** The crop that shows what was kept. */
export function cropOf(shares: CropShares, picture: Size, frame: Size): Crop {
  const { crop_x, crop_y, crop_width, crop_height } = shares;
  const crop = { ...fitted(picture, frame), zoom: frame.width / (crop_width * picture.width) };
  const over = overhang(crop, picture, frame);
  return {
    ...crop,
    ...(over.width > 0 && { horizontal: clamp((100 * crop_x) / (1 - crop_width), 0, 100) }),
    ...(over.height > 0 && { vertical: clamp((100 * crop_y) / (1 - crop_height), 0, 100) }),
  };
}

/** Moves the picture, as far as it still covers the frame. */
export function moved(crop: Crop, by: Point, picture: Size, frame: Size): Crop {
  const over = overhang(crop, picture, frame);
  return {
    ...crop,
    horizontal: movedAlong(crop.horizontal, by.x, over.width),
    vertical: movedAlong(crop.vertical, by.y, over.height),
  };
}

function movedAlong(percent: number, by: number, over: number): number {
  return over === 0 ? percent : clamp(percent - (by / over) * 100, 0, 100);
}

/** Zooms, within the limits, around one place of the frame; its middle by default. */
export function zoomed(
  crop: Crop,
  zoom: number,
  picture: Size,
  frame: Size,
  at: Point = { x: frame.width / 2, y: frame.height / 2 },
): Crop {
  const { min, max } = zoomLimits(picture, frame);
  const next = { ...crop, zoom: clamp(zoom, min, max) };
  const before = shownArea(crop, picture, frame);
  const after = shownArea(next, picture, frame);
  const along = (percent: number, start: number, place: number, length: number, shown: number) => {
    const room = length - shown;
    const wanted = start + place / crop.zoom - place / next.zoom;
    return room * next.zoom < 0.5 ? percent : clamp((wanted / room) * 100, 0, 100);
  };
  return {
    ...next,
    horizontal: along(crop.horizontal, before.x, at.x, picture.width, after.width),
    vertical: along(crop.vertical, before.y, at.y, picture.height, after.height),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
