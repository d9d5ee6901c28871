import { defaultAppearance } from "~/artist-theme/appearance";
import { aloneComment } from "~/features/comments/public";
import { type Picture, widthsBelow } from "~/shared/picture";
import type { ArtistPage } from "./artist/artist.server";

/** Longer than any name those sites allow, so no account can have it. */
const nobody = "handbill-demo-ishbel-carrow-is-invented";

const hour = 60 * 60 * 1000;

/**
 * The content of the sample page where there is no artist to show: the demo artist as she would be without an account.
 * Her tracks have no files, and no form to her is stored. [1 §2, §7]
 * @param now the comments came in the days before it
 */
export function sampleContent(now: Date): ArtistPage {
  return {
    userId: "",
    readAt: now,
    artistName: "Ishbel Carrow",
    customUrl: null,
    bio: [
      "Ishbel Carrow mends bicycles by day and records after closing time, when the street is quiet enough for one",
      "microphone. Her tunes are short, have no words, and are mostly named after the way home.\n\nIshbel is invented, to",
      "show what a page of yours could look like.",
    ].join(" "),
    location: "Leith, Scotland",
    performsAs: "solo",
    pageLanguage: "en",
    otherLanguages: [],
    avatar: picture("avatar", 100, 400, 400, "#836656"),
    cover: picture("cover", 320, 1000, 500, "#384e4c"),
    coverFocus: { x: 50, y: 50 },
    appearance: {
      ...defaultAppearance,
      colorTheme: "custom",
      customColors: { primary: "#2a8794", secondary: "#f2512b", accent: "#f2512b" },
    },
    socialLinks: [
      { platform: "bandcamp", url: `https://bandcamp.com/${nobody}` },
      { platform: "spotify", url: `https://open.spotify.com/artist/${nobody}` },
      { platform: "youtube", url: `https://www.youtube.com/@${nobody}` },
      { platform: "instagram", url: `https://www.instagram.com/${nobody}` },
    ],
    links: [
      {
        id: "tape",
        title: "The tape: forty of them, wound by hand",
        url: `https://bandcamp.com/${nobody}`,
        icon: "record",
        picture: null,
      },
      {
        id: "workshop",
        title: "Bring the bicycle. Tea while you wait",
        url: "https://example.org/ishbel-carrow/workshop",
        icon: null,
        picture: null,
      },
    ],
    linksChangeAt: null,
    hasLetters: false,
    pressKit: null,
    tracks: [
      track("Last Tram to Newhaven", 61, "last-tram-to-newhaven", "#595d57"),
      track("Kettle On, Coat Still On", 91, "kettle-on-coat-still-on", "#b09381"),
      track("Rain on the Workbench", 62, "rain-on-the-workbench", "#62726b"),
      track("Haar on the Shore", 94, "haar-on-the-shore", "#a9c0b0"),
      track("Downhill, No Hands", 61, "downhill-no-hands", "#7d7467"),
    ],
    releases: null,
    latestTracks: null,
    videos: null,
    photos: [
      photo("The studio. By day it is also a workshop.", "photo-01", 267, "#875443"),
      photo("The bass isn't mine. The microphone is, nearly.", "photo-02", 500, "#896554"),
      photo("Four tracks. Three when the red one sticks.", "photo-03", 400, "#83786b"),
      photo("A small room, entirely full. The bass got in free.", "photo-05", 267, "#3a2c29"),
      photo("Overtime. The cat supervises.", "photo-06", 500, "#495b57"),
      photo("Day off. The gull had requests.", "photo-07", 267, "#5d756e"),
    ],
    events: null,
    hasEvents: false,
    supportLinks: null,
    comments: [
      comment("Morag", 2, "Played this on the last tram to Newhaven. Missed my stop. No regrets."),
      comment("Dev", 27, "Downhill, No Hands came on while I was going downhill. Hands: very much on."),
      comment("Fiona and the dog", 74, "Rain on the Workbench is the only thing he settles to."),
      comment("Stew", 140, "You did my back brake on Tuesday and never said a word about any of this."),
    ],
    hasOlderComments: false,
    commentCount: 4,
    firstAction: "none",
    firstActionLabel: null,
    firstActionUrl: null,
    newestTrackId: null,
    playsOn: true,
    hasPodcast: false,
    embedsOn: false,
    hasBookingForm: false,
  };

  function comment(authorName: string, hoursAgo: number, content: string) {
    const createdAt = new Date(now.getTime() - hoursAgo * hour).toISOString();
    return { id: authorName, authorName, content, createdAt, ...aloneComment };
  }
}

function track(title: string, durationSeconds: number, name: string, colour: string) {
  const cover = picture(`cover-${name}`, 64, 200, 200, colour);
  const data = { fileUrl: null, playbackUrl: null, waveform: null, downloadsEnabled: false };
  // It has no page of its own.
  return { id: name, slug: "", title, durationSeconds, cover, ...data };
}

function photo(caption: string, name: string, height: number, colour: string) {
  return { id: name, caption, altText: "", picture: picture(name, 160, 400, height, colour) };
}

/** One of `public/sample`, with those of its sizes that the page may need, from the smallest. */
function picture(name: string, smallest: number, width: number, height: number, colour: string): Picture {
  const widths = widthsBelow(width).filter((each) => each >= smallest);
  return { src: `/sample/${name}.webp`, width, height, widths, colour };
}
