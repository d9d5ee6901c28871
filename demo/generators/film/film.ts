import { pictures } from "./pictures.ts";
import { accidental, eased, ink, paper, px, type Size, tint } from "./sheet.ts";

/** How long each picture has, from the cylinder's coming in to the next one's, in seconds. */
const perPicture = 3;
const passSeconds = 1.4;

/** It begins with the first picture just finished: that is also its still. */
const beginsAt = 2;

/** After this the film is where it began. */
export const filmSeconds = perPicture * pictures.length;

/**
 * One frame of the film behind the landing page's heading: a press whose cylinder rolls to and fro and leaves a new
 * picture behind each time. An SVG document.
 */
export function frame(time: number, size: Size): string {
  const turn = Math.floor((beginsAt + time) / perPicture) % pictures.length;
  const since = (beginsAt + time) % perPicture;
  const printing = pictures[turn];
  const before = pictures.at(turn - 1);
  if (!printing || !before) throw new Error("There is nothing to print.");

  const radius = Math.max(size.width, size.height) * 0.105;
  const reach = size.width + 2 * radius * 1.6;
  const rolled = eased(since, 0, passSeconds) * reach;
  const toTheRight = turn % 2 === 0;
  const x = toTheRight ? rolled - radius * 1.6 : size.width + radius * 1.6 - rolled;
  const isPassing = since < passSeconds;
  const printed = toTheRight ? { x: 0, width: Math.max(0, x) } : { x, width: Math.max(0, size.width - x) };

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="${paper}"/>
    ${isPassing ? before(since + perPicture, size) : ""}
    <clipPath id="printed"><rect x="${px(printed.x)}" width="${px(printed.width)}" height="${size.height}"/></clipPath>
    <g${isPassing ? ' clip-path="url(#printed)"' : ""}>
      <rect width="100%" height="100%" fill="${paper}"/>
      ${printing(since, size)}
    </g>
    ${isPassing ? cylinder(x, radius, x / radius, size) : ""}
  </svg>`;
}

/**
 * The cylinder from above. It carries lines of type, which its turning brings over the top and takes away again.
 * @param turned in radians
 */
function cylinder(x: number, radius: number, turned: number, { height }: Size): string {
  const rows = 26;
  const lines = Array.from({ length: rows }, (_, row) => {
    const angle = (((turned + (row * 2 * Math.PI) / rows) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    const facing = Math.sin(angle);
    if (facing <= 0.02) return "";
    const words = [0.34, 0.07, 0.5, 0.05, 0.22, 0.09, 0.4, 0.06].map((share, at) =>
      px(height * 0.3 * (share * (at % 2 ? 1 : 0.4 + accidental(row * 11 + at)))),
    );
    return `<path d="M${px(x - radius * Math.cos(angle))} ${px(-accidental(row) * height * 0.3)}V${height}" stroke-width="${px(radius * 0.13 * facing)}" stroke-dasharray="${words.join(" ")}"/>`;
  });
  return `<linearGradient id="shadow"><stop offset="0" stop-opacity="0"/><stop offset=".25" stop-opacity=".55"/><stop offset=".75" stop-opacity=".55"/><stop offset="1" stop-opacity="0"/></linearGradient>
    <rect x="${px(x - radius * 1.5)}" width="${px(radius * 3)}" height="${height}" fill="url(#shadow)"/>
    <linearGradient id="steel"><stop offset="0" stop-color="${ink}"/><stop offset=".12" stop-color="#6a6a6a"/><stop offset=".38" stop-color="${paper}"/><stop offset=".7" stop-color="${tint}"/><stop offset=".92" stop-color="#4a4a4a"/><stop offset="1" stop-color="${ink}"/></linearGradient>
    <rect x="${px(x - radius)}" width="${px(radius * 2)}" height="${height}" fill="url(#steel)"/>
    <g fill="none" stroke="${ink}">${lines.join("")}</g>`;
}
