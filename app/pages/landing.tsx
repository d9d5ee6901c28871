import { Blocks, Briefcase, type LucideIcon, Music4, Palette, Share2, Zap } from "lucide-react";
import { Link } from "react-router";
import { registrationDisabled, useRegistration } from "~/shells/registration";
import { LinkButton, UnavailableButton } from "~/ui/button";

/** [1 §2 Landing page] */
export default function Landing() {
  return (
    <main className="flex flex-col">
      <title>Handbill: your music, your story, all in one place</title>
      <meta
        name="description"
        content="One page for a musician's tracks, videos, photos, dates and links, with bookings and fan mail. Free, and ready in minutes."
      />
      <Hero />
      <Features />
      <Closing />
    </main>
  );
}

/** The poster itself. Each line is set to the sheet's full measure, as a wood-type printer would. */
function Hero() {
  return (
    <section className="flex min-h-[calc(100svh-4rem)] flex-col">
      <div className="flex grow flex-col justify-center bg-sheet px-4 pt-8 pb-10 text-on-sheet sm:px-8 lg:px-12">
        <div className="poster mx-auto">
          <h1 className="wood-type">
            <span className="poster-line">
              <span className="poster-catchword">Your</span> Music,
            </span>{" "}
            <span className="poster-line">
              <span className="poster-catchword">Your</span> Story,
            </span>{" "}
            <span className="poster-base">All in One Place</span>
          </h1>
          <div className="mt-6 flex flex-col gap-5 sm:mt-8 @min-[58rem]:flex-row @min-[58rem]:items-center @min-[58rem]:justify-between">
            <p className="max-w-md text-pretty font-medium text-lg">
              One page a fan can open anywhere: listen, watch, see when you play, and write to you.
            </p>
            <div className="flex shrink-0 flex-col gap-3 sm:flex-row">
              <CallToAction>Get Started Free</CallToAction>
              <Link
                reloadDocument
                to="/sample-bio"
                className="inline-flex min-h-14 items-center justify-center rounded-box border-2 border-current px-7 font-semibold text-lg hover:bg-on-sheet hover:text-sheet"
              >
                View Sample Bio
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
        <span key={tab}>/artist/your-name</span>
      ))}
    </div>
  );
}

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Music4,
    title: "Complete Music Suite",
    text: "Upload as many tracks as you like, with cover art and a player that works on any phone. You decide what may be downloaded.",
  },
  {
    icon: Blocks,
    title: "Professional Bio Pages",
    text: "Your story, tracks, photos, videos and dates at one address that looks like you and not like a template.",
  },
  {
    icon: Palette,
    title: "Advanced Customization",
    text: "Colour themes, typefaces, your own palette, and a picture or a video behind it all.",
  },
  {
    icon: Briefcase,
    title: "Business Tools",
    text: "Booking requests, a press kit, a newsletter and ways to support you. All of it comes straight to you.",
  },
  {
    icon: Share2,
    title: "Social Media Hub",
    text: "15+ services from Spotify to Bandcamp and Mastodon. Paste an address, and it finds its own place.",
  },
  {
    icon: Zap,
    title: "Instant Setup",
    text: "A name and one song are enough to be up. The rest can wait until after the show.",
  },
];

function Features() {
  return (
    <section
      aria-labelledby="features"
      className="mx-auto w-full max-w-[87rem] px-4 py-16 sm:px-8 sm:py-24 lg:px-12"
    >
      <h2 id="features" className="wood-type text-5xl sm:text-6xl">
        On the bill
      </h2>
      <ul className="mt-8 grid gap-x-8 gap-y-10 sm:mt-12 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-ink border-t-4 pt-4">
            <Icon aria-hidden="true" className="size-8" strokeWidth={1.75} />
            <h3 className="wood-type mt-4 text-3xl">{title}</h3>
            <p className="mt-2 max-w-[40ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Closing() {
  return (
    <section className="bg-sheet text-on-sheet">
      <div className="mx-auto flex max-w-[87rem] flex-col items-start gap-8 px-4 py-16 sm:px-8 sm:py-24 lg:flex-row lg:items-end lg:justify-between lg:px-12">
        <h2 className="wood-type text-[clamp(5rem,15vw,13rem)]">
          Hang
          <br />
          yours up
        </h2>
        <CallToAction>Start Building Now - It's Free!</CallToAction>
      </div>
    </section>
  );
}

/** Live only while anybody may sign up. [decisions: Registration] */
function CallToAction({ children }: { children: string }) {
  return useRegistration() === "open" ? (
    <LinkButton to="/signup" size="lg">
      {children}
    </LinkButton>
  ) : (
    <UnavailableButton reason={registrationDisabled} size="lg">
      {children}
    </UnavailableButton>
  );
}
