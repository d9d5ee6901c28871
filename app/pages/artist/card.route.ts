import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError } from "#server/errors.ts";
import { isKnown } from "#server/http/conditions.ts";
import { drawCard } from "#server/media/card.ts";
import { artistTheme } from "~/artist-theme/artist-theme";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import type { Route } from "./+types/card.route";
import { findArtistPage } from "./artist.server";
import { leadToPresent } from "./page-answer.server";
import { pictureBytes } from "./picture-bytes.server";

/** Drawn cards by everything that is on them, so that none is ever out of date. */
const drawn = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (card) => card.length,
});
/** The one that is being drawn; the next waits for it, so that a crawler can't fill the machine with pictures. */
let drawing: Promise<unknown> = Promise.resolve();

/** The picture beside a link to the page, 1200 x 630, from the artist's own colours, font, cover and portrait. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config, storage } = context.get(servicesContext);
  const page = await findArtistPage(db.asVisitor(), params.artistSlug);
  if (!page) throw new AppError("not-found", "The requested artist profile could not be found.");
  leadToPresent(request, params.artistSlug, page);
  const { artistName, location, appearance, cover, avatar } = page;
  const { variables } = artistTheme(appearance);
  const card = {
    name: artistName,
    line: location,
    address: `${new URL(config.origin).host}${decodeURI(artistPath(page) ?? "")}`,
    font: appearance.fontFamily === "source-sans" ? "source-sans-3" : appearance.fontFamily,
    colours: {
      canvas: variables["--canvas"] ?? "#000000",
      foreground: variables["--foreground"] ?? "#ffffff",
      muted: variables["--muted"] ?? "#ffffff",
      accent: variables["--accent"] ?? "#ffffff",
      primary: variables["--primary"] ?? "#000000",
    },
  };
  const key = createHash("sha256")
    .update(JSON.stringify([card, cover?.src, avatar?.src]))
    .digest("base64url");
  // Caches ask each time: the card of an artist who has gone must not outlive the page. Only previews of links fetch it.
  const headers = { ETag: `"${key}"`, "Cache-Control": "public, no-cache", "Content-Type": "image/jpeg" };
  if (isKnown(request.headers.get("if-none-match") ?? "", headers.ETag))
    return new Response(null, { status: 304, headers });
  let picture = drawn.get(key);
  if (!picture) {
    const turn = drawing.then(async () =>
      drawCard({
        ...card,
        cover: await pictureBytes(storage, cover),
        avatar: await pictureBytes(storage, avatar),
      }),
    );
    drawing = turn.catch(() => {});
    picture = await turn;
    drawn.set(key, picture);
  }
  return new Response(new Uint8Array(picture), { headers });
}
