import { Link } from "react-router";
import { t } from "~/shared/t";
import { Rich } from "~/ui/rich";
import { CallToAction } from "./call-to-action.tsx";
import { Film } from "./film.tsx";

/** The poster itself. Each line is set to the sheet's full measure, as a wood-type printer would. */
export function Hero() {
  return (
    <section className="relative isolate flex min-h-[calc(100svh-4rem)] flex-col bg-sheet text-on-sheet">
      <Film />
      <div className="flex grow flex-col justify-center px-4 pt-8 pb-14 sm:px-8 lg:px-12">
        <div className="poster mx-auto">
          <h1 className="wood-type">
            <span className="poster-line">
              <Rich
                text="{your} Music,"
                parts={{
                  your: <span className="poster-catchword">{t("Your|before Music, set small")}</span>,
                }}
              />
            </span>{" "}
            <span className="poster-line">
              <Rich
                text="{your} Story,"
                parts={{
                  your: <span className="poster-catchword">{t("Your|before Story, set small")}</span>,
                }}
              />
            </span>{" "}
            <span className="poster-base">{t("All in One Place")}</span>
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
  );
}

/** As many as the widest screen has room for; a narrow one cuts off the rest. */
const tabs = Array.from({ length: 18 }, (_, place) => place);

/** The fringe at the foot of the sheet. Two have been taken already. Decoration. */
function TearOffTabs() {
  return (
    <div aria-hidden="true" className="tabs">
      {tabs.map((tab) => (
        <span key={tab}>{t("/artist/your-name|the address of a musician's page")}</span>
      ))}
    </div>
  );
}
