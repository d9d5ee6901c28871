import { Link } from "react-router";
import { sourceLanguage } from "~/shared/languages";
import { widthInEm } from "~/shared/letter-widths";
import { language, t } from "~/shared/t";
import { CallToAction } from "./call-to-action.tsx";
import { Film } from "./film.tsx";

/** The poster itself. Each line is set to the sheet's full measure, as a wood-type printer would. */
export function Hero() {
  return (
    <>
      {/* The first paint is the poster's: one of the bar alone shows nothing, and costs a layout of its own. */}
      <link rel="expect" href="#poster" blocking="render" />
      <section
        id="poster"
        className="relative isolate flex min-h-[calc(100svh-4rem)] flex-col bg-sheet text-on-sheet"
      >
        <Film />
        <div className="flex grow flex-col justify-center px-4 pt-8 pb-14 sm:px-8 lg:px-12">
          <div className="poster mx-auto">
            <h1 className="wood-type">
              <PosterLine text={t("Your Music,|first line of a poster, in large letters")} />{" "}
              <PosterLine text={t("Your Story,|second line of a poster, in large letters")} />{" "}
              <PosterBase text={t("All in One Place|third line of a poster")} />
            </h1>
            <div className="mt-6 flex flex-col gap-5 sm:mt-8 @min-[58rem]:flex-row @min-[58rem]:items-center @min-[58rem]:justify-between">
              <p className="max-w-md text-pretty font-medium text-lg">
                {t("One page a fan can open anywhere: listen, watch, see when you play, and write to you.")}
              </p>
              <div className="flex shrink-0 flex-col gap-3 sm:flex-row">
                <div className="grid rounded-box bg-sheet">
                  <CallToAction>{t("Get Started Free")}</CallToAction>
                </div>
                <Link
                  reloadDocument
                  to="/sample-bio"
                  className="inline-flex min-h-14 items-center justify-center rounded-box border-2 border-current bg-sheet px-7 font-semibold text-lg hover:bg-on-sheet hover:text-sheet"
                >
                  {t("View Sample Bio")}
                </Link>
              </div>
            </div>
          </div>
        </div>
        <TearOffTabs />
      </section>
    </>
  );
}

/** In English as it was set by hand, its first word small; in another language as large as it fits. */
function PosterLine({ text }: { text: string }) {
  if (language() !== sourceLanguage) {
    return (
      <span className="poster-line" style={{ "--set-width": widthOf(text) }}>
        {text}
      </span>
    );
  }
  const [first, ...rest] = text.split(" ");
  return (
    <span className="poster-line">
      <span className="poster-catchword">{first}</span>
      {` ${rest.join(" ")}`}
    </span>
  );
}

function PosterBase({ text }: { text: string }) {
  if (language() === sourceLanguage) return <span className="poster-base">{text}</span>;
  // No larger than the English one.
  return (
    <span className="poster-base is-narrow" style={{ "--set-width": Math.max(12.6, widthOf(text) + 0.6) }}>
      {text}
    </span>
  );
}

/** In multiples of its size. */
const widthOf = (text: string) => widthInEm(text.toUpperCase(), "archivo-capitals");

/** As many as the widest screen has room for; a narrow one cuts off the rest. */
const tabs = Array.from({ length: 18 }, (_, place) => place);

/** The fringe at the foot of the sheet. Two have been taken already. Decoration. */
function TearOffTabs() {
  return (
    // The font has the small letters of the English text alone, and all capitals.
    <div aria-hidden="true" className={`tabs ${language() === sourceLanguage ? "" : "uppercase"}`}>
      {tabs.map((tab) => (
        <span key={tab}>{t("/artist/your-name|the address of a musician's page")}</span>
      ))}
    </div>
  );
}
