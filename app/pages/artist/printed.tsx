import { formatDay, whenInWords } from "~/features/events/calendar";
import { type PublicEvent, placeOf } from "~/features/events/public-event";
import { FittedName } from "~/public-ui/fitted-name";
import { variantAddress } from "~/shared/picture";
import { platformNames } from "~/shared/platforms";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { QrPicture } from "~/ui/qr-picture";
import type { ArtistPage } from "./artist.server";

/** Enough for the picture's place on paper, at 200 dots an inch. */
const pictureWidth = 640;

/**
 * The artist's page on paper: one sheet, whatever is on the page. Nothing of it shows on the screen, nor is its picture
 * loaded, until the page is printed: then everything else is left out.
 */
export function PrintedHandbill({
  page: { artistName, avatar, cover, bio, location, events, links, socialLinks },
  address,
  qr,
}: {
  page: ArtistPage;
  /** As people write it. */
  address: string;
  /** Leads to the page. */
  qr: { path: string; size: number };
}) {
  const shows = events?.filter(({ isCancelled }) => !isCancelled) ?? [];
  const picture = avatar ?? cover;
  const width = picture?.widths.find((one) => one >= pictureWidth);
  const elsewhere = [
    ...(links ?? []).map(({ title }) => title),
    ...socialLinks.map(({ platform }) => t(platformNames[platform])),
  ];
  return (
    <aside aria-label={t("On paper")} className="printed">
      <FittedName name={artistName} height={0.34} face="common-capitals" />
      {(picture || bio || location) && (
        <div className="printed-about">
          {picture && (
            <img src={width ? variantAddress(picture.src, width) : picture.src} alt="" loading="lazy" />
          )}
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
