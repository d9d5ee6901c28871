import type { ReactNode } from "react";
import type { Appearance } from "~/artist-theme/appearance";
import { artistTheme } from "~/artist-theme/artist-theme";
import { fontOf } from "~/artist-theme/fonts";
import { IconSprite } from "~/public-ui/icon";
import { artistPath } from "~/shared/artist-address";
import { type EmbedSize, type EmbedTheme, isEmbedSize, isEmbedTheme } from "~/shared/embeds";
import { type Picture, squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { Photo } from "~/ui/photo";

interface Look {
  size: EmbedSize;
  theme: EmbedTheme;
}

/** The look that an address asks for; null where there is no such. */
export function lookOf({ size, theme }: { size: string; theme: string }): Look | null {
  return isEmbedSize(size) && isEmbedTheme(theme) ? { size, theme } : null;
}

/** What leads out of a frame is counted like what happens in it, and leaves the site around the frame where it is. */
export const wayOut = (path: string, fragment = "") => ({
  href: `${path}?utm_source=embed${fragment}`,
  target: "_blank",
  rel: "noopener",
});

const coverPlaces: Record<Exclude<EmbedSize, "text">, ReturnType<typeof squarePlace>> = {
  large: squarePlace(12.75),
  small: squarePlace(5),
};

/** The one thing that a frame shows, in the artist's colours and font: its picture, its title, and what is in it. */
export function EmbedFrame({
  artist,
  look: { size, theme },
  kind,
  title,
  path,
  origin,
  cover,
  note,
  deeds,
  children,
}: {
  artist: { userId: string; artistName: string; customUrl: string | null; appearance: Appearance };
  look: Look;
  kind: "music" | "dates";
  title: string;
  /** Of the page that has all of it. */
  path: string;
  origin: string;
  cover: Picture | null;
  /** A line below the title. */
  note?: ReactNode;
  /** Stand below the title, beside the cover. */
  deeds?: ReactNode;
  children?: ReactNode;
}) {
  const { userId, artistName, appearance } = artist;
  return (
    <>
      <title>{`${title}: ${artistName}`}</title>
      <link rel="canonical" href={`${origin}${path}`} />
      <meta name="robots" content="noindex" />
      <meta name="handbill:counts-for" content={userId} />
      <EmbedThemeStyle appearance={appearance} theme={theme} />
      <IconSprite names={["play", "pause", "previous", "next"]} />
      {/* Named, as the site around it has a main part too. */}
      <main aria-label={`${title}: ${artistName}`} className={`embed embed-${size} embed-${kind}`}>
        {size !== "text" &&
          (cover ? (
            <Photo picture={cover} places={coverPlaces[size]} alt="" eager className="embed-cover" />
          ) : (
            <span className="embed-cover embed-blank" />
          ))}
        <div className="embed-words">
          <h1 dir="auto" lang={kind === "music" ? languageOf(title) : undefined}>
            <a {...wayOut(path)}>{title}</a>
          </h1>
          <p dir="auto" lang={languageOf(artistName)}>
            <a {...wayOut(artistPath(artist) ?? "/")}>{artistName}</a>
          </p>
          {note && <p className="embed-quiet">{note}</p>}
        </div>
        {deeds}
        {children}
      </main>
    </>
  );
}

/** The artist's colours, dark or light or as the visitor's device is, without the picture behind their page. */
function EmbedThemeStyle({ appearance, theme }: { appearance: Appearance; theme: EmbedTheme }) {
  const font = fontOf(appearance.fontFamily);
  const variables = (scheme: "light" | "dark") => {
    const colours = artistTheme({
      ...appearance,
      background: { kind: "none" },
      textColorMode: scheme === "dark" ? "light" : "dark",
    });
    return Object.entries({ ...colours.variables, "color-scheme": scheme })
      .map(([name, value]) => `${name}:${value}`)
      .join(";");
  };
  const rules =
    theme === "auto"
      ? `:root{${variables("light")}}@media(prefers-color-scheme:dark){:root{${variables("dark")}}}`
      : `:root{${variables(theme)}}`;
  return (
    <style
      href="embed-theme"
      precedence="artist"
    >{`${font.css}${rules}:root{--text-font:${font.stack}}`}</style>
  );
}

/** What a frame says whose track, release or dates nobody may see, or not there. */
export function NothingHere() {
  return (
    <Words title={t("This isn't here")}>
      <p>{t("Its artist doesn't show it, or not on other sites.")}</p>
    </Words>
  );
}

/** What a frame says that can't be answered at the moment. @param path the frame's own */
export function NotNow({ path }: { path: string }) {
  return (
    <Words title={t("Back in a moment")}>
      <p>
        {t("This can't be shown right now.")} <a href={path}>{t("Try again")}</a>
      </p>
    </Words>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <main aria-label={title} className="embed embed-text">
        <div className="embed-words">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </>
  );
}
