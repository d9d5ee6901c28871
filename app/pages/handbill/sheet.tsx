import type { ReactNode } from "react";
import { formatDay } from "~/features/events/calendar";
import { type PublicEvent, placeOf } from "~/features/events/public-event";
import { FittedName } from "~/public-ui/fitted-name";
import { type Formats, formatsFor } from "~/shared/formats";
import { directionOf } from "~/shared/languages";
import { narrowWidth } from "~/shared/name-lines";
import { language, t } from "~/shared/t";
import { languageOf, writingOf } from "~/shared/writing";
import { QrPicture } from "~/ui/qr-picture";
import { type Choices, type Design, designs, type Ink, papers } from "./choices.ts";
import type { Handbill } from "./handbill.server";

interface Printed extends Handbill {
  /** As people write it. */
  address: string;
  /** Leads to the page. */
  qr: { path: string; size: number };
  ink: Ink;
}

/**
 * A handbill as a document of its own, of one sheet: on the screen as large as the window allows, on paper as large as the
 * paper. Its lengths are shares of the sheet's width, so both look alike.
 * @param sheet the {@link Sheet}, as HTML
 * @param script prints it at a press on the button, and at once where the address asks for that; null for a preview,
 *   which has no button
 */
export function SheetDocument({
  handbill,
  choices: { design, paper },
  sheet,
  styles,
  script,
}: {
  handbill: Printed;
  choices: Choices;
  sheet: string;
  styles: string;
  script: string | null;
}) {
  const { artistName, colour, ink } = handbill;
  const { width, height } = papers[paper];
  return (
    <html lang={language()} dir={directionOf(language())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${artistName}: ${t(designs[design].label)}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: styles of ours, built with the server */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
        <style>{`@page{size:${width}mm ${height}mm;margin:0}:root{--paper:${width};--height:${height};--ink:${ink === "colour" ? colour : "#000"}}`}</style>
      </head>
      <body>
        {script !== null && (
          <header className="bar">
            <button type="button" hidden>
              {t("Print")}
            </button>
            <p>
              {t(
                "Print it with your browser: Ctrl + P, or ⌘ P on a Mac. Choose {paper}, and no margins of the browser's own.",
                { paper: t(papers[paper].label) },
              )}
            </p>
            <a href="/handbill">{t("Back")}</a>
          </header>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React */}
        <main dangerouslySetInnerHTML={{ __html: sheet }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours */}
        {script !== null && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

/** What comes on paper. */
export function Sheet({ handbill, design }: { handbill: Printed; design: Design }) {
  const { artistName, location, bio } = handbill;
  const { dir } = writingOf(artistName, location, bio);
  const Layout = layouts[design];
  return (
    <div className={`sheet ${design}`} lang={language()} dir={dir}>
      <div className="inside">
        <Layout handbill={handbill} />
      </div>
    </div>
  );
}

const layouts: Record<Design, (props: { handbill: Printed }) => ReactNode> = {
  poster: Poster,
  strips: Strips,
  dates: Dates,
};

function Poster({ handbill }: { handbill: Printed }) {
  const { artistName, location, bio, picture, shows, qr } = handbill;
  const text = picture ? "" : (bio ?? "");
  const height = picture ? 0.47 : text && shows.length > 0 ? 0.46 : text.length > 160 ? 0.56 : 0.75;
  return (
    <>
      <Overline text={location} />
      <h1>
        <FittedName name={artistName} height={height} />
      </h1>
      {picture && <Portrait handbill={handbill} />}
      {text && <Words text={text} />}
      {!picture && !bio && shows.length === 0 && <QrPicture qr={qr} label="" className="large-code" />}
      <Shows shows={shows.slice(0, picture ? 3 : 4)} formats={formatsFor(handbill.format)} />
      <Foot handbill={handbill} hasCode={Boolean(picture || bio || shows.length > 0)} />
    </>
  );
}

const strips = 10;

/** A line as long as its strip, unless that would be too large or too small. */
function stripSize(text: string) {
  const size = Math.min(5, Math.max(2.4, 42 / narrowWidth(text)));
  return { fontSize: `calc(${size.toFixed(2)} * var(--mm))` };
}

function Strips({ handbill }: { handbill: Printed }) {
  const { artistName, location, bio, picture, shows, address, qr } = handbill;
  const [host = "", ...path] = address.split("/");
  return (
    <>
      <Overline text={location} />
      <h1>
        <FittedName name={artistName} height={0.4} />
      </h1>
      <div className="beside">
        {picture && <Portrait handbill={handbill} />}
        {(bio || shows.length > 0) && (
          <div>
            {bio && <Words text={bio} />}
            <Shows shows={shows.slice(0, 3)} formats={formatsFor(handbill.format)} />
          </div>
        )}
        {!picture && !bio && shows.length === 0 && <QrPicture qr={qr} label="" className="large-code" />}
      </div>
      <ul className="strip-list">
        {Array.from({ length: strips }, (_, at) => at).map((at) => (
          // A screen reader needs one of them.
          <li key={at} aria-hidden={at > 0 || undefined} dir="ltr">
            <QrPicture qr={qr} label="" />
            <div>
              <b dir="auto" lang={languageOf(artistName)} style={stripSize(artistName)}>
                {artistName}
              </b>
              {[host, `/${path.join("/")}`].map((part) => (
                <span key={part} style={stripSize(part)}>
                  {part}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Dates({ handbill }: { handbill: Printed }) {
  const { artistName, bio, picture, shows, furtherShows, location, format, qr } = handbill;
  const isShort = shows.length <= 6;
  return (
    <>
      <Overline text={location} />
      <h1>
        <FittedName name={artistName} height={isShort ? 0.4 : shows.length <= 24 ? 0.3 : 0.22} />
      </h1>
      {isShort && (picture || bio) && (
        <div className="beside">
          {picture && <Portrait handbill={handbill} />}
          {bio && <Words text={bio} />}
        </div>
      )}
      {shows.length > 0 ? (
        <Shows shows={shows} formats={formatsFor(format)} />
      ) : (
        <p className="announced">{t("Dates are announced at the address below.")}</p>
      )}
      {furtherShows > 0 && (
        <p className="further">
          {t(
            "{count, plural, one {and # more at the address below} other {and # more at the address below}}",
            { count: furtherShows },
          )}
        </p>
      )}
      {!picture && !bio && shows.length === 0 && <QrPicture qr={qr} label="" className="large-code" />}
      <Foot handbill={handbill} hasCode={Boolean(picture || bio || shows.length > 0)} />
    </>
  );
}

function Overline({ text }: { text: string | null }) {
  return (
    <p className="overline" lang={text ? languageOf(text) : undefined}>
      {text}
    </p>
  );
}

function Portrait({ handbill: { picture, ink } }: { handbill: Printed }) {
  if (!picture) return null;
  const name = encodeURIComponent(picture.src.split("/").at(-1) ?? "");
  return (
    <div className="portrait">
      <img alt="" src={ink === "colour" ? picture.src : `/handbill/picture.png?of=${name}`} />
    </div>
  );
}

function Words({ text }: { text: string }) {
  const size = text.length < 80 ? "short" : text.length < 240 ? "middling" : "long";
  return (
    <p className={`words ${size}`} dir="auto" lang={languageOf(text)}>
      {text}
    </p>
  );
}

/** By how many there are they are large or small, in one column or two. */
function Shows({ shows, formats }: { shows: PublicEvent[]; formats: Formats }) {
  if (shows.length === 0) return null;
  const density = [2, 4, 7, 10, 12, 16, 24].findIndex((most) => shows.length <= most);
  return (
    <ul className={`shows density-${density < 0 ? 7 : density}`}>
      {shows.map((show) => {
        const place = placeOf(show);
        return (
          <li key={show.id}>
            <b>
              <i>{formatDay(show.date, { weekday: "short" })}</i> {formats.day(show.date, "short")}
            </b>
            <span dir="auto" lang={languageOf(show.title)}>
              {show.title}
            </span>
            {/* Apart from each other: the place may be written the other way. */}
            <small>
              {place && <bdi>{place}</bdi>}
              {place && show.time && " · "}
              {show.time && <bdi>{formats.time(show.time)}</bdi>}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

function Foot({ handbill: { address, qr }, hasCode }: { handbill: Printed; hasCode: boolean }) {
  // In one line as long as the measure, unless that would be too large or too small.
  const size = Math.min(11, Math.max(5, (hasCode ? 120 : 186) / (narrowWidth(address) * 0.92)));
  return (
    <footer>
      <div>
        <p>{t("Music, dates and more")}</p>
        <strong dir="ltr" style={{ fontSize: `calc(${size.toFixed(2)} * var(--mm))` }}>
          {address}
        </strong>
      </div>
      {hasCode && <QrPicture qr={qr} label="" />}
    </footer>
  );
}
