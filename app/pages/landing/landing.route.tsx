import { Blocks, Briefcase, type LucideIcon, Music4, Palette, Share2, Zap } from "lucide-react";
import { useLoaderData } from "react-router";
import { servicesContext } from "~/services.server";
import type { Place } from "~/shared/picture";
import { msg, t } from "~/shared/t";
import { Photo } from "~/ui/photo";
import { Rich } from "~/ui/rich";
import { useSiteName } from "~/ui/site-name";
import type { Route } from "./+types/landing.route";
import { CallToAction } from "./call-to-action.tsx";
import { Hero } from "./hero.tsx";
import { wave } from "./pictures.ts";
import { Testimonials } from "./testimonials.tsx";

/** The public address, for other sites' previews. The same for every visitor. */
export function loader({ context }: Route.LoaderArgs) {
  return { origin: context.get(servicesContext).config.origin };
}

/** [1 §2 Landing page] */
export default function Landing() {
  return (
    <main className="flex flex-col">
      <Description />
      <Hero />
      <Features />
      <Testimonials />
      <Closing />
    </main>
  );
}

/** The page's data for search engines, and for sites where the address is pasted. */
function Description() {
  const { origin } = useLoaderData<typeof loader>();
  const siteName = useSiteName();
  const title = t("{site}: your music, your story, all in one place", { site: siteName });
  const description = t(
    "One page for a musician's tracks, videos, photos, dates and links, with bookings and fan mail. Free, and ready in minutes.",
  );
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={`${origin}/`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:url" content={`${origin}/`} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={`${origin}/landing/card.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content={t("A yellow poster set in wood type: Your Music, Your Story, All in One Place")}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Music4,
    title: msg("Complete Music Suite"),
    text: msg(
      "Unlimited track uploads, with cover art and a player that works on any phone. You decide what may be downloaded.",
    ),
  },
  {
    icon: Blocks,
    title: msg("Professional Bio Pages"),
    text: msg(
      "Your story, tracks, photos, videos and dates at one address that looks like you and not like a template.",
    ),
  },
  {
    icon: Palette,
    title: msg("Advanced Customization"),
    text: msg("Colour themes, typefaces, your own palette, and a picture or a video behind it all."),
  },
  {
    icon: Briefcase,
    title: msg("Business Tools"),
    text: msg(
      "Booking requests, a press kit, a newsletter and ways to support you. All of it comes straight to you.",
    ),
  },
  {
    icon: Share2,
    title: msg("Social Media Hub"),
    text: msg(
      "15+ social services from Spotify to Bandcamp and Mastodon. Paste an address, and it finds its own place.",
    ),
  },
  {
    icon: Zap,
    title: msg("Instant Setup"),
    text: msg("A name and one song are enough to be up. The rest can wait until after the show."),
  },
];

function Features() {
  return (
    <section
      aria-labelledby="features"
      className="mx-auto w-full max-w-[87rem] px-4 py-16 sm:px-8 sm:py-24 lg:px-12"
    >
      <h2 id="features" className="wood-type text-5xl sm:text-6xl">
        {t("On the bill|what is offered, as on a concert poster")}
      </h2>
      <ul className="mt-8 grid grid-cols-1 border-foreground border-t-4 border-s-2 sm:mt-12 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: Icon, title, text }) => (
          <li
            key={title}
            className="border-foreground border-e-2 border-b-2 p-[min(1.25rem,6.25vw)] sm:p-6 xl:p-8"
          >
            <div className="flex items-center gap-4 sm:block">
              <span className="flex size-[min(3.5rem,17.5vw)] shrink-0 items-center justify-center bg-accent text-on-accent">
                <Icon aria-hidden="true" className="size-8" strokeWidth={1.75} />
              </span>
              <h3 className="wood-type min-w-0 text-[min(1.75rem,8.75vw)] sm:mt-6 xl:text-3xl">{t(title)}</h3>
            </div>
            <p className="mt-3 max-w-[40ch] text-pretty text-muted">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const wavePlaces: Place[] = [
  { from: 64, ofScreen: 1, rem: 0 },
  { from: 36, ofScreen: 1, rem: 0, height: 30 },
  { from: 0, ofScreen: 1, rem: 0, height: 24 },
];

function Closing() {
  return (
    <section className="relative isolate bg-sheet text-on-sheet">
      <div aria-hidden="true" className="overprint">
        <div>
          <Photo picture={wave} places={wavePlaces} alt="" />
        </div>
      </div>
      <div className="mx-auto flex max-w-[87rem] flex-col items-start gap-8 px-4 py-16 sm:px-8 sm:py-24 lg:flex-row lg:items-end lg:justify-between lg:px-12">
        <h2 className="wood-type text-[clamp(min(5rem,25vw),15vw,13rem)]">
          <Rich text="Hang{break}yours up" parts={{ break: <br /> }} />
        </h2>
        <div className="grid rounded-box bg-sheet">
          <CallToAction>{t("Start Building Now - It's Free!")}</CallToAction>
        </div>
      </div>
    </section>
  );
}
