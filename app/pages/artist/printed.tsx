import { formatDay, whenInWords } from "~/features/events/calendar";
import { type PublicEvent, placeOf } from "~/features/events/public-event";
import { FittedName } from "~/public-ui/fitted-name";
import { choicesFor, type Picture, variantAddress } from "~/shared/picture";
import { platformNames } from "~/shared/platforms";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { QrPicture } from "~/ui/qr-picture";
import type { ArtistPage } from "./artist.server";
import { shownPicture } from "./artist-content.tsx";
import type { ShownPicture } from "./layouts/page-layout.ts";

/** Enough for the picture's place on paper, at 200 dots an inch. */
const pictureWidth = 640;

/**
 * The artist's page on paper: one sheet, whatever is on the page. Nothing of it shows on the screen, nor is its picture
 * loaded, until the page is printed: then everything else is left out.
 */
export function PrintedHandbill({
  page,
  address,
  qr,
}: {
  page: ArtistPage;
  /** As people write it. */
  address: string;
  /** Leads to the page. */
  qr: { path: string; size: number };
}) {
  const { artistName, avatar, cover, bio, location, events, links, socialLinks } = page;
  const shows = events?.filter(({ isCancelled }) => !isCancelled) ?? [];
  const picture = avatar ?? cover;
  const elsewhere = [
    ...(links ?? []).map(({ title }) => title),
    ...socialLinks.map(({ platform }) => t(platformNames[platform])),
  ];
  return (
    <aside aria-label={t("On paper")} className="printed">
      <FittedName name={artistName} height={0.34} face="common-capitals" />
      {(picture || bio || location) && (
        <div className="printed-about">
          {picture && <PrintedPicture picture={picture} shown={shownPicture(page)} />}
          <div>
            {location && <b lang={languageOf(location)}>{location}</b>}
            {bio && <p lang={languageOf(bio)}>{bio}</p>}
          </div>
        </div>
      )}
      {shows.length > 0 && (
        <ul>
          {shows.map((show) => (
            <PrintedShow key={show.id} show={show} />
          ))}
        </ul>
      )}
      <footer>
        <div>
          {elsewhere.length > 0 && <p>{elsewhere.join(" · ")}</p>}
          <b dir="ltr">{address}</b>
        </div>
        <QrPicture qr={qr} label="" />
      </footer>
    </aside>
  );
}

/**
 * WebKit loads no picture for printing. So the one that the screen has loaded already lies below the one for paper: chosen
 * from the same sizes and loaded at the same time, it is the same.
 */
function PrintedPicture({ picture, shown: { places, eager } }: { picture: Picture; shown: ShownPicture }) {
  const { src, widths } = picture;
  const width = widths.find((one) => one >= pictureWidth);
  const choices = choicesFor(picture, places);
  return (
    <div className="printed-picture">
      <img
        alt=""
        loading={eager ? "eager" : "lazy"}
        sizes={choices?.sizes}
        srcSet={choices?.srcSet}
        src={src}
      />
      {choices && <img alt="" loading="lazy" src={width ? variantAddress(src, width) : src} />}
    </div>
  );
}

function PrintedShow({ show }: { show: PublicEvent }) {
  const place = placeOf(show);
  return (
    <li>
      <b>{formatDay(show.date, { month: "short", day: "numeric" })}</b>
      <span dir="auto" lang={languageOf(show.title)}>
        {show.title}
      </span>
      <i>{[whenInWords(show, { withZone: false }), place].filter(Boolean).join(" · ")}</i>
    </li>
  );
}
