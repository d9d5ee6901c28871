/** A place in a drawing. */
export type Point = readonly [x: number, y: number];
/** A place and how thick a limb is there (half its width). */
export type Joint = readonly [x: number, y: number, radius: number];

/** A path of straight lines. */
export function lines(points: Point[], closed = true): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** A path that swings smoothly through all points. */
export function curve(points: Point[], closed = true): string {
  const count = points.length;
  const point = (index: number): Point =>
    points[closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))] ?? [0, 0];
  const [startX, startY] = point(0);
  let path = `M${round(startX)} ${round(startY)}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    const handles = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    ];
    path += `C${handles.map(round).join(" ")}`;
  }
  return closed ? `${path}Z` : path;
}

/** A limb: from joint to joint, thinning and thickening, with round ends. */
export function limb(...joints: Joint[]): string {
  let path = "";
  joints.forEach(([x, y, radius], index) => {
    path += disc(x, y, radius);
    const next = joints[index + 1];
    if (!next) return;
    const [toX, toY, toRadius] = next;
    const length = Math.hypot(toX - x, toY - y);
    if (length <= Math.abs(radius - toRadius)) return;
    const along = Math.atan2(toY - y, toX - x);
    const lean = Math.acos((radius - toRadius) / length);
    const edge = (cx: number, cy: number, r: number, angle: number): Point => [
      cx + r * Math.cos(angle),
      cy + r * Math.sin(angle),
    ];
    // The same way round as the discs, or they would cut holes into each other.
    path += lines([
      edge(x, y, radius, along + lean),
      edge(x, y, radius, along - lean),
      edge(toX, toY, toRadius, along - lean),
      edge(toX, toY, toRadius, along + lean),
    ]);
  });
  return path;
}

/** The outline of a circle, as a path. */
export function disc(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}

/** Where a knee or elbow is between two fixed joints, given the lengths of both bones. `side` 1 bends clockwise. */
export function bend(from: Point, to: Point, upper: number, lower: number, side: 1 | -1): Point {
  const distance = Math.min(Math.hypot(to[0] - from[0], to[1] - from[1]), (upper + lower) * 0.999);
  const angle = Math.acos((upper ** 2 + distance ** 2 - lower ** 2) / (2 * upper * distance));
  const direction = Math.atan2(to[1] - from[1], to[0] - from[0]) + side * angle;
  return [from[0] + upper * Math.cos(direction), from[1] + upper * Math.sin(direction)];
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
