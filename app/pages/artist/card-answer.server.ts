import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { isKnown } from "#server/http/conditions.ts";
import { cardCover, drawCard, drawPodcastCover } from "#server/media/card.ts";
import type { Services } from "#server/services.ts";
import type { Appearance } from "~/artist-theme/appearance";
import { artistTheme } from "~/artist-theme/artist-theme";
import { drawnCover, drawnCoverSize } from "~/artist-theme/drawn-cover";
import { artistPath, shortAddress } from "~/shared/artist-address";
import type { Picture } from "~/shared/picture";
import { pictureBytes } from "./picture-bytes.server";

/** Drawn pictures by everything that is on them, so that none is ever out of date. */
const drawn = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (card) => card.length,
});
/** The one that is being drawn; the next waits for it, so that a crawler can't fill the machine with pictures. */
let drawing: Promise<unknown> = Promise.resolve();

/** The pictures and texts of a card; each may be missing but for the name. */
interface Content {
  name: string;
  line: string | null;
  cover?: Picture | null;
  avatar?: Picture | null;
  sleeve?: Picture | null;
}

/** The picture beside a link, 1200 x 630, in the artist's own colours and font. */
export async function cardAnswer(
  { config, storage }: Pick<Services, "config" | "storage">,
  request: Request,
  artist: { artistName: string; customUrl: string | null; appearance: Appearance },
  { name, line, cover = null, avatar = null, sleeve = null }: Content,
): Promise<Response> {
  const { appearance } = artist;
  const { variables } = artistTheme(appearance);
  const card = {
    name,
    line,
    address: shortAddress(config.origin, artistPath(artist) ?? ""),
    font: appearance.fontFamily === "source-sans" ? "source-sans-3" : appearance.fontFamily,
    colours: {
      canvas: variables["--canvas"] ?? "#000000",
      foreground: variables["--foreground"] ?? "#ffffff",
      muted: variables["--muted"] ?? "#ffffff",
      accent: variables["--accent"] ?? "#ffffff",
    },
  };
  const substitute = drawnPicture(artist, cardCover);
  const key = createHash("sha256")
    .update(JSON.stringify([card, cover?.src ?? substitute, avatar?.src, sleeve?.src]))
    .digest("base64url");
  return pictureAnswer(request, key, async () =>
    drawCard({
      ...card,
      cover: (await pictureBytes(storage, cover)) ?? Buffer.from(substitute),
      avatar: await pictureBytes(storage, avatar),
      sleeve: await pictureBytes(storage, sleeve),
    }),
  );
}

/** An artist's portrait as podcast apps take it: a square of 1400 pixels; a drawing where there is none. */
export function podcastCoverAnswer(
  { storage }: Pick<Services, "storage">,
  request: Request,
  artist: Drawn & { avatar: Picture | null },
): Promise<Response> {
  const { avatar } = artist;
  const substitute = drawnPicture(artist, { width: 1, height: 1 });
  const key = createHash("sha256")
    .update(JSON.stringify(["podcast", avatar?.src ?? substitute]))
    .digest("base64url");
  return pictureAnswer(request, key, async () =>
    drawPodcastCover((await pictureBytes(storage, avatar)) ?? Buffer.from(substitute)),
  );
}

/** What a drawing is made of. */
interface Drawn {
  artistName: string;
  appearance: Appearance;
}

/** Of the drawing that stands for an artist's cover, as much as has this shape. @returns an SVG */
function drawnPicture({ artistName, appearance }: Drawn, shape: { width: number; height: number }): string {
  const { variables } = artistTheme(appearance);
  const scale = Math.min(drawnCoverSize.width / shape.width, drawnCoverSize.height / shape.height);
  const [width, height] = [shape.width * scale, shape.height * scale];
  const inks = [variables["--primary"], variables["--accent"], variables["--muted"]];
  const paths = drawnCover(artistName).map((d, ink) => `<path fill="${inks[ink]}" d="${d}"/>`);
  const ground = `<path fill="${variables["--sunken"]}" d="M0 0h${width}v${height}H0z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${ground}${paths.join("")}</svg>`;
}

/** A JPEG that is drawn when it is first asked for. @param key names all that is on it */
async function pictureAnswer(request: Request, key: string, draw: () => Promise<Buffer>): Promise<Response> {
  // Caches ask each time: the picture of an artist who has gone must not outlive the page. Only programs fetch it.
  const headers = { ETag: `"${key}"`, "Cache-Control": "public, no-cache", "Content-Type": "image/jpeg" };
  if (isKnown(request.headers.get("if-none-match") ?? "", headers.ETag))
    return new Response(null, { status: 304, headers });
  let picture = drawn.get(key);
  if (!picture) {
    const turn = drawing.then(draw);
    drawing = turn.catch(() => {});
    picture = await turn;
    drawn.set(key, picture);
  }
  return new Response(new Uint8Array(picture), { headers });
}
