import { accidental, disc, eased, halftone, ink, paper, px, type Size, span, tint } from "./sheet.ts";

/** A picture as it is `time` seconds after the press began to print it. */
export type Picture = (time: number, size: Size) => string;

/** A record at 33 1/3 turns a minute. */
const record: Picture = (time, size) => {
  const radius = span(size) * 0.66;
  const wide = size.width > size.height;
  const [x, y] = [size.width * (wide ? 0.68 : 0.56), size.height * (wide ? 0.56 : 0.6)];
  const turned = (time * 360 * (100 / 3)) / 60;
  const grooves = Array.from({ length: 12 }, (_, place) => {
    const r = radius * (0.41 + place * 0.047);
    const turn = 2 * Math.PI * r;
    const gleams = [0.09, 0.24, 0.05, 0.31, 0.14, 0.17].map((share, at) =>
      px(share * turn * (at % 2 ? 1 : 0.5 + accidental(place * 7 + at) * 0.5)),
    );
    return `<circle r="${px(r)}" stroke-width="${px(radius * (place % 4 === 3 ? 0.02 : 0.01))}" stroke-dasharray="${gleams.join(" ")}" transform="rotate(${px(accidental(place) * 50)})"/>`;
  });
  const behind = halftone(size, span(size) / 17, (dotX, dotY) => {
    const away = Math.hypot(dotX - x, dotY - y) / radius;
    return away < 0.95 ? 0 : 0.75 - (away - 1) * (0.62 + 0.06 * Math.sin(time * 2.2));
  });
  return `<path d="${behind}" fill="${tint}"/>
    <path d="${disc(x, y, radius)}" fill="${ink}"/>
    <g transform="translate(${px(x)} ${px(y)}) rotate(${px(turned)})">
      <g fill="none" stroke="${paper}">${grooves.join("")}</g>
      <circle r="${px(radius * 0.33)}" fill="${tint}"/>
      <path d="M0 0L${px(radius * 0.33)} 0A${px(radius * 0.33)} ${px(radius * 0.33)} 0 0 1 ${px(radius * 0.165)} ${px(radius * 0.286)}ZM0 0L-${px(radius * 0.33)} 0A${px(radius * 0.33)} ${px(radius * 0.33)} 0 0 1 -${px(radius * 0.165)} -${px(radius * 0.286)}Z" fill="${paper}"/>
      <circle r="${px(radius * 0.12)}" fill="${ink}"/>
      <circle r="${px(radius * 0.03)}" fill="${paper}"/>
    </g>`;
};

/** A sound as a row of dots that swell with it. */
const wave: Picture = (time, size) => {
  const pitch = span(size) / 11;
  const loudness = (x: number) => {
    const at = x / span(size);
    const beat = 0.5 + 0.5 * Math.sin(time * Math.PI * 2 - at * 2.4);
    return (
      0.1 +
      0.34 * (0.5 + 0.5 * Math.sin(at * 7.3 - time * 2.1)) * (0.55 + 0.45 * beat) +
      0.13 * (0.5 + 0.5 * Math.sin(at * 17 + time * 3.3))
    );
  };
  const dots = halftone(size, pitch, (x, y) => {
    const away = Math.abs(y - size.height / 2) / size.height;
    return 1.18 - (0.95 * away) / loudness(x);
  });
  return `<path d="${dots}" fill="${ink}"/>`;
};

/** A stage microphone in front of turning rays. */
const microphone: Picture = (time, size) => {
  const wide = size.width > size.height;
  const [x, y] = [size.width * (wide ? 0.34 : 0.5), size.height * (wide ? 0.47 : 0.44)];
  const unit = span(size) * (wide ? 0.52 : 0.5);
  const reach = Math.hypot(size.width, size.height);
  const rays = Array.from({ length: 18 }, (_, place) => {
    const from = ((place * 20 + time * 6.5) * Math.PI) / 180;
    const to = from + Math.PI / 18;
    const at = (angle: number) => `${px(x + reach * Math.cos(angle))} ${px(y + reach * Math.sin(angle))}`;
    return `M${px(x)} ${px(y)}L${at(from)}L${at(to)}Z`;
  });
  const slots = [-0.3, -0.18, -0.06, 0.06, 0.18, 0.3].map((place) => {
    const half = 0.62 - Math.abs(place) * 0.6;
    return `<rect x="${px((place - 0.034) * unit)}" y="${px(-half * unit)}" width="${px(0.068 * unit)}" height="${px((half + 0.36) * unit)}" rx="${px(0.034 * unit)}"/>`;
  });
  const swell = 1 + 0.012 * Math.sin(time * Math.PI * 2);
  return `<path d="${rays.join("")}" fill="${tint}"/>
    <g transform="translate(${px(x)} ${px(y)}) rotate(${px(-9 + 1.6 * Math.sin(time * 1.7))}) scale(${swell.toFixed(4)})">
      <g fill="${ink}" stroke="${paper}" stroke-width="${px(unit * 0.03)}" paint-order="stroke">
        <path d="M${px(-0.07 * unit)} ${px(0.7 * unit)}h${px(0.14 * unit)}v${px(2 * unit)}h-${px(0.14 * unit)}z"/>
        <path d="M${px(-0.27 * unit)} ${px(0.52 * unit)}h${px(0.54 * unit)}l-${px(0.08 * unit)} ${px(0.26 * unit)}h-${px(0.38 * unit)}z"/>
        <rect x="${px(-0.46 * unit)}" y="${px(-0.78 * unit)}" width="${px(0.92 * unit)}" height="${px(1.4 * unit)}" rx="${px(0.44 * unit)}"/>
      </g>
      <g fill="${paper}">${slots.join("")}</g>
      <path d="M${px(-0.46 * unit)} ${px(0.02 * unit)}h${px(0.92 * unit)}v${px(0.13 * unit)}h-${px(0.92 * unit)}z" fill="${ink}"/>
      <path d="M${px(-0.4 * unit)} ${px(0.06 * unit)}h${px(0.8 * unit)}v${px(0.05 * unit)}h-${px(0.8 * unit)}z" fill="${tint}"/>
    </g>`;
};

/** The foot of a handbill in the wind. One of its tabs is taken. */
const tabs: Picture = (time, size) => {
  const wide = size.width > size.height;
  const count = wide ? 9 : 5;
  const step = size.width / count;
  const top = size.height * (wide ? 0.42 : 0.46);
  const length = size.height * (wide ? 0.5 : 0.42);
  const taken = Math.floor(count / 2);
  const strips = Array.from({ length: count }, (_, place) => {
    const wind = Math.sin(time * 2.6 - place * 0.75) + 0.4 * Math.sin(time * 5.3 - place * 1.3);
    const pull = place === taken ? eased(time, 0.9, 1.6) : 0;
    const gone = place === taken ? eased(time, 1.5, 3.1) : 0;
    const across = step * (place + 0.5) + gone * size.width * 0.2;
    const down = top + size.height * 0.8 * gone * (1.6 * gone - 0.35);
    const lean = wind * 3.2 + pull * wind * 6 + gone * 70;
    const edge = step * 0.46;
    const sway = wind * step * 0.09;
    const side = (x: number) =>
      `C${px(x)} ${px(length * 0.4)} ${px(x + sway)} ${px(length * 0.7)} ${px(x + sway * 1.6)} ${px(length)}`;
    const back = `C${px(sway - edge)} ${px(length * 0.7)} ${px(-edge)} ${px(length * 0.4)} ${px(-edge)} 0`;
    return `<g transform="translate(${px(across)} ${px(down)}) rotate(${px(lean)}) scale(1 ${(1 - 0.05 * wind).toFixed(3)})">
      <path d="M${px(-edge)} 0H${px(edge)}${side(edge)}H${px(sway * 1.6 - edge)}${back}Z" fill="${paper}"/>
      <g fill="none" stroke="${ink}" transform="translate(${px(-step * 0.13)} 0)">
        <path d="M0 ${px(length * 0.14)}${side(0)}" stroke-width="${px(step * 0.2)}" stroke-dasharray="${px(length * (0.5 + 0.12 * accidental(place)))} ${px(length)}"/>
        <path d="M${px(step * 0.27)} ${px(length * 0.14)}${side(step * 0.27)}" stroke-width="${px(step * 0.1)}" stroke-dasharray="${px(length * (0.3 + 0.3 * accidental(place + 9)))} ${px(length)}"/>
      </g>
    </g>`;
  });
  const wall = halftone(size, span(size) / 15, (_, y) =>
    y < top - step ? 0 : 0.35 + 0.6 * ((y - top) / (size.height - top)),
  );
  const stars = Array.from({ length: wide ? 5 : 3 }, (_, place, all = wide ? 5 : 3) =>
    star((size.width * (place + 0.5)) / all, top * 0.44, top * 0.33, time * 12 * (place % 2 ? -1 : 1)),
  );
  return `<path d="${wall}" fill="${ink}"/>
    ${strips.join("")}
    <path d="M0 0H${size.width}V${px(top)}H0Z" fill="${paper}"/>
    <path d="${stars.join("")}" fill="${ink}"/>
    <path d="M0 ${px(top * 0.87)}H${size.width}" stroke="${ink}" stroke-width="${px(top * 0.07)}"/>
    <path d="M0 ${px(top * 0.95)}H${size.width}" stroke="${ink}" stroke-width="${px(top * 0.02)}"/>
    <path d="M0 ${px(top)}H${size.width}" stroke="${ink}" stroke-width="${px(step * 0.03)}" stroke-dasharray="${px(step * 0.1)} ${px(step * 0.1)}"/>`;
};

/** Path data of a star with five points. */
function star(x: number, y: number, radius: number, degrees: number): string {
  const points = Array.from({ length: 10 }, (_, place) => {
    const angle = ((place * 36 + degrees - 90) * Math.PI) / 180;
    const away = place % 2 ? radius * 0.42 : radius;
    return `${px(x + away * Math.cos(angle))} ${px(y + away * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

/** What the press prints, in this order. */
export const pictures: Picture[] = [record, wave, microphone, tabs];
