import { defaultAppearance } from "~/features/appearance/schema";
import type { ArtistPage } from "./artist/artist.server";

/** Longer than any name those sites allow, so it can be nobody's. */
const nobody = "handbill-demo-ishbel-carrow-is-invented";

const hour = 60 * 60 * 1000;

/**
 * What the sample page shows where there is no artist to show: the demo artist as she would be without an account. Her
 * tracks have no files, and nothing that is written to her is kept. [1 §2, §7]
 * @param now the comments came in the days before it
 */
export function sampleContent(now: Date): ArtistPage {
  return {
    userId: "",
    artistName: "Ishbel Carrow",
    customUrl: null,
    bio: [
      "Ishbel Carrow mends bicycles by day and records after closing time, when the street is quiet enough for one",
      "microphone. Her tunes are short, have no words, and are mostly named after the way home.\n\nIshbel is invented, to",
      "show what a page of yours could look like.",
    ].join(" "),
    location: "Leith, Scotland",
    avatar: null,
    cover: null,
    appearance: defaultAppearance,
    socialLinks: [
      { platform: "bandcamp", url: `https://bandcamp.com/${nobody}` },
      { platform: "spotify", url: `https://open.spotify.com/artist/${nobody}` },
      { platform: "youtube", url: `https://www.youtube.com/@${nobody}` },
      { platform: "instagram", url: `https://www.instagram.com/${nobody}` },
    ],
    pressKit: null,
    tracks: [
      track("Last Tram to Newhaven", 61),
      track("Kettle On, Coat Still On", 94),
      track("Rain on the Workbench", 62),
      track("Haar on the Shore", 95),
      track("Downhill, No Hands", 61),
    ],
    videos: null,
    photos: [],
    events: null,
    supportLinks: null,
    comments: [
      comment("Morag", 2, "Played this on the last tram to Newhaven. Missed my stop. No regrets."),
      comment("Dev", 27, "Downhill, No Hands came on while I was going downhill. Hands: very much on."),
      comment("Fiona and the dog", 74, "Rain on the Workbench is the only thing he settles to."),
      comment("Stew", 140, "You did my back brake on Tuesday and never said a word about any of this."),
    ],
    hasOlderComments: false,
    commentCount: 4,
    hasBookingForm: false,
  };

  function track(title: string, durationSeconds: number) {
    return { id: title, title, fileUrl: null, durationSeconds, downloadsEnabled: false, cover: null };
  }

  function comment(authorName: string, hoursAgo: number, content: string) {
    const createdAt = new Date(now.getTime() - hoursAgo * hour).toISOString();
    return { id: authorName, authorName, content, createdAt };
  }
}
