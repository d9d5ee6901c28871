import type { PublicEvent } from "~/features/events/public-event";
import { Icon, type IconName } from "~/public-ui/icon";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import type { ArtistPage } from "./artist.server";
import { type FirstButton as Button, firstButton, nextShow, showInWords, showPath } from "./first-action.ts";
import { PlayFirst } from "./header.tsx";

// What a fan wants first, at the head of an artist's page: the one button that the artist chose, and the next show.

const look =
  "max-w-full items-center gap-3 rounded-box bg-primary px-5 py-3 text-start font-bold text-lg/6 text-on-primary hover:bg-primary-hover";

/** The button that the artist chose; nothing where they chose none, or there is no such thing for now. */
export function FirstButton({ page, className = "" }: { page: ArtistPage; className?: string }) {
  const button = firstButton(page, artistPath(page) ?? "");
  if (!button) return null;
  if (button.kind === "show") return <ShowButton {...button} className={className} />;
  if (button.kind === "link") {
    return (
      <a href={button.href} rel="noopener" target="_blank" className={`inline-flex ${look} ${className}`}>
        <Words text={button.label} icon="link" />
      </a>
    );
  }
  const { title, href } = button;
  return (
    <>
      {button.kind === "play" && (
        <button
          type="button"
          data-play-first={button.plays}
          data-name={title}
          aria-label={t("Play {title}", { title })}
          className={`needs-script inline-flex ${look} ${className}`}
        >
          <Words text={title} icon="play" />
        </button>
      )}
      <a
        href={href}
        aria-label={t("Listen to {title}", { title })}
        className={`${button.kind === "play" ? "no-script" : ""} inline-flex ${look} ${className}`}
      >
        <Words text={title} icon="play" />
      </a>
    </>
  );
}

function Words({ text, icon }: { text: string; icon: IconName }) {
  return (
    <>
      <Icon name={icon} className="size-6 shrink-0" />
      <span dir="auto" lang={languageOf(text)} className="wrap-anywhere min-w-0">
        {text}
      </span>
    </>
  );
}

function ShowButton({ show, href, className }: Extract<Button, { kind: "show" }> & { className: string }) {
  return (
    <a href={href} {...elsewhere(href)} className={`inline-flex ${look} ${className}`}>
      <Icon name="ticket" className="size-6 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        <bdi lang={languageOf(show.title)} className="block">
          {show.title}
        </bdi>
        <span className="block font-semibold text-base/6">
          <InOneLine show={show} />
        </span>
      </span>
    </a>
  );
}

/**
 * The next show in one line, which leads to its tickets. Nothing where none is to come, or where the artist's button is
 * for the same.
 */
export function NextShow({ page, className = "" }: { page: ArtistPage; className?: string }) {
  const show = nextShow(page.events);
  const path = artistPath(page) ?? "";
  const button = firstButton(page, path);
  if (!show || (button?.kind === "show" && button.show === show)) return null;
  const href = showPath(show, path);
  return (
    <p className={className}>
      <a href={href} {...elsewhere(href)} className="next-show">
        <span className="sr-only">{t("Next show:")} </span>
        <InOneLine show={show} />
      </a>
    </p>
  );
}

function InOneLine({ show }: { show: PublicEvent }) {
  const { when, where, entry } = showInWords(show);
  return (
    <>
      <time dateTime={show.date}>{when}</time>, <bdi lang={languageOf(where)}>{where}</bdi>
      {entry && `, ${entry}`}
    </>
  );
}

/** The round button of the layouts that share bill.css; nothing where the artist's own button plays already. */
export function RoundPlay({ page }: { page: ArtistPage }) {
  return firstButton(page, "")?.kind !== "play" && <PlayFirst page={page} className="bill-play" />;
}

/** Another site's page gets a tab of its own. */
function elsewhere(href: string) {
  return /^https?:/.test(href) ? { rel: "noopener", target: "_blank" } : {};
}
