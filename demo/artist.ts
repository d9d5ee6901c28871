import { tracks } from "./music/tracks.ts";

/** Longer than any name those sites allow, so no account can have it. */
const nobody = "handbill-demo-ishbel-carrow-is-invented";

/**
 * The artist of the demo page: invented, as her own bio says, and so are the rooms she plays and the people who write to
 * her. The music is rendered by `compose/render.ts`, the pictures are printed by `draw/`.
 */
export const artist = {
  /**
   * The same in every installation, so that a start after a crash stores the files over those of the first attempt
   * instead of beside them.
   */
  userId: "de300000-0000-4000-8000-000000000001",
  name: "Ishbel Carrow",
  customUrl: "ishbel-carrow",
  email: "demo@handbill.example",
  location: "Leith, Scotland",
  performsAs: "solo" as const,
  pageLanguage: "en",
  // Short enough that a phone shows the music below it.
  bio: [
    "Ishbel Carrow mends bicycles by day and records after closing time. Short tunes without words, most of them named",
    "after the way home. She plays in small rooms, unamplified if you let her.\n\nIshbel is invented. Her music was",
    "composed for this page.",
  ].join(" "),
  cover: "cover.webp",
  avatar: "avatar.webp",
  /** The inks of her posters: harbour blue-green for the ground, signal red for what matters. */
  look: {
    cover_image_size: "large",
    color_theme: "custom",
    custom_primary_color: "#2a8794",
    custom_secondary_color: "#f2512b",
    custom_accent_color: "#f2512b",
    font_family: "work-sans",
    layout: "poster",
    name_font: "league-gothic",
    profile_background_color: "#06181c",
    profile_background_opacity: 0.6,
  },

  tracks,

  /**
   * An EP that has been out for a while, and an album to come, on the first such weekday that is so many days ahead when
   * the page is filled in. All of their tracks can be heard already.
   */
  releases: [
    {
      title: "Shutters Half Down",
      kind: "ep",
      daysFromNow: -211,
      publishedDaysAgo: 240,
      weekday: 5,
      description:
        "Three tunes from the hour in which the till is counted and nobody buys a bell any more. Recorded in the order in which they stand here, because the tape doesn't go backwards.",
      credits: "Guitar, double bass, kettle: Ishbel Carrow\nKnocking: Agnes, fourth floor",
      licence: "cc-by-nc",
      coverOf: "haar-on-the-shore.mp3",
      tracks: [
        { file: "haar-on-the-shore.mp3", isEarly: false },
        { file: "downhill-no-hands.mp3", isEarly: false },
        { file: "a-light-on-the-stair.mp3", isEarly: false },
      ],
      links: [
        { platform: "bandcamp", url: `https://bandcamp.com/${nobody}?album=shutters-half-down` },
        { platform: "spotify", url: `https://open.spotify.com/album/${nobody}` },
      ],
    },
    {
      title: "The Long Way Round",
      kind: "album",
      daysFromNow: 420,
      publishedDaysAgo: 12,
      weekday: 5,
      description:
        "An album about being late on purpose. Most of it isn't written yet. What is, plays here already; the rest will be as long as the tram takes.",
      credits: "Guitar, double bass, bicycle bell: Ishbel Carrow",
      licence: "all-rights-reserved",
      coverOf: "headwind-on-leith-walk.mp3",
      tracks: [
        { file: "headwind-on-leith-walk.mp3", isEarly: true },
        { file: "a-light-on-the-stair.mp3", isEarly: false },
      ],
      links: [{ platform: "bandcamp", url: `https://bandcamp.com/${nobody}?album=the-long-way-round` }],
    },
  ],

  /** As the gallery shows them, the newest first. */
  photos: [
    {
      file: "photo-01.webp",
      caption: "The studio. By day it is also a workshop.",
      altText: "A workshop with a double bass, a microphone on the bench, and a bicycle on its stand",
    },
    {
      file: "photo-02.webp",
      caption: "The bass isn't mine. The microphone is, nearly.",
      altText: "A double bass up close, with a large microphone before its strings",
    },
    {
      file: "photo-03.webp",
      caption: "Four tracks. Three when the red one sticks.",
      altText: "A four-track cassette recorder with its faders up, and a cup of coffee",
    },
    {
      file: "photo-04.webp",
      caption: "The last tram gives you a minute's head start. Hence the length.",
      altText: "Somebody with a guitar on their back walks between tram rails at night towards a tram",
    },
    {
      file: "photo-05.webp",
      caption: "A small room, entirely full. The bass got in free.",
      altText: "A musician plays the guitar on a small stage before a full room",
    },
    {
      file: "photo-06.webp",
      caption: "Overtime. The cat supervises.",
      altText: "A bicycle wheel at a window at sunset, and a cat looking out",
    },
    {
      file: "photo-07.webp",
      caption: "Day off. The gull had requests.",
      altText: "Somebody sits on a sea wall with a guitar, a bicycle beside it and a gull close by",
    },
    {
      file: "photo-08.webp",
      caption: "Practice. Agnes on the fourth floor keeps time.",
      altText:
        "A house at night: a bass player in one lit window, a woman knocking at the ceiling in the one below",
    },
  ],

  /** Each on the first such weekday (Sunday is 0) that is so many days ahead when the page is filled in, or later. */
  events: [
    {
      title: "Closing Time, no. 14",
      type: "concert",
      daysAhead: 9,
      weekday: 5,
      time: "19:30",
      venue: "The workshop, after hours",
      town: "Leith",
      description:
        "Twenty stools, one lamp, no amplifier. The till is closed but the kettle is on. If you bring a bicycle it will be looked at in the interval, not mended.",
      tickets: "https://example.org/tickets/closing-time-14",
      isFeatured: true,
    },
    {
      title: "Late Shelf, on the wireless",
      type: "interview",
      daysAhead: 20,
      weekday: 2,
      time: "22:00",
      venue: "Radio Harbourmouth",
      town: "Granton",
      description:
        "Half an hour of talk about puncture repair, with two tunes played live between the shipping news.",
      tickets: null,
      isFeatured: false,
    },
    {
      title: "Two guitars up a stair",
      type: "concert",
      daysAhead: 41,
      weekday: 6,
      time: "20:00",
      venue: "The Herring Loft",
      town: "Anstruther",
      description: "The second guitar is played by whoever lost the coin toss. Mind the third step.",
      tickets: "https://example.org/tickets/herring-loft",
      isFeatured: false,
    },
    {
      title: "Mend a wheel, write a tune",
      type: "workshop",
      daysAhead: 66,
      weekday: 6,
      time: "11:00",
      venue: "Quernstone Hall",
      town: "Hawick",
      description:
        "Before lunch you true a wheel. After lunch you write eight bars about it. No experience of either is needed. Spokes are provided.",
      tickets: "https://example.org/tickets/mend-a-wheel",
      isFeatured: false,
    },
    {
      title: "The Way Home, on tape and on paper",
      type: "release",
      daysAhead: 97,
      weekday: 5,
      time: "18:00",
      venue: "Spoke & Kettle",
      town: "Leith",
      description:
        "Seven tunes on a cassette, and a map of where each of them happened. A hundred copies, numbered by hand, a few of them correctly.",
      tickets: null,
      isFeatured: false,
    },
    {
      title: "With the Foghorn Sextet",
      type: "collaboration",
      daysAhead: 188,
      weekday: 4,
      time: "19:30",
      venue: "Coopers' Yard",
      town: "Newcastle upon Tyne",
      description: "Six brass players promise to be quiet. One upright bass will see that they keep it.",
      tickets: "https://example.org/tickets/foghorn-sextet",
      isFeatured: false,
    },
    {
      title: "Small Hours",
      type: "festival",
      daysAhead: 236,
      weekday: 6,
      time: "23:00",
      venue: "The Old Net Works",
      town: "Oban",
      description: "Nine players, one each hour until breakfast. Ishbel has the hour with the rolls.",
      tickets: "https://example.org/tickets/small-hours",
      isFeatured: false,
    },
    {
      title: "Off the last ferry",
      type: "concert",
      daysAhead: 300,
      weekday: 5,
      time: "21:15",
      venue: "The Lodestone Room",
      town: "Stromness",
      description: "Starts when the boat is in. If it isn't in, it starts later.",
      tickets: "https://example.org/tickets/last-ferry",
      isFeatured: false,
    },
    {
      title: "Loom and Lamp",
      type: "concert",
      daysAhead: 372,
      weekday: 4,
      time: "20:00",
      venue: "Weft House",
      town: "Hebden Bridge",
      description: "Two sets with a long interval: they bake.",
      tickets: "https://example.org/tickets/loom-and-lamp",
      isFeatured: false,
    },
    {
      title: "Open bench",
      type: "other",
      daysAhead: 455,
      weekday: 0,
      time: "14:00",
      venue: "The workshop",
      town: "Leith",
      description: "Bring a tune that squeaks. Everybody listens, somebody finds the loose part.",
      tickets: null,
      isFeatured: false,
    },
    {
      title: "Closing Time, no. 20",
      type: "concert",
      daysAhead: 540,
      weekday: 5,
      time: "19:30",
      venue: "The workshop, after hours",
      town: "Leith",
      description: "By then there will be twenty-one stools.",
      tickets: null,
      isFeatured: false,
    },
  ],

  /** The newest first; so many hours before the page is filled in. */
  /** The newest first; some are answered, and some are about a moment of a track. */
  comments: [
    {
      hoursAgo: 0.7,
      author: "Morag, Starbank Road",
      text: "Played Last Tram to Newhaven on the last tram to Newhaven. Missed my stop, walked back along the harbour, played it again.",
    },
    {
      hoursAgo: 5,
      author: "Dev",
      text: "Downhill, No Hands came on while I was going downhill. Hands: very much on. Grinning: also on.",
    },
    {
      hoursAgo: 21,
      author: "Fiona and the dog",
      text: "Rain on the Workbench is the only thing he settles to. He has asked for a longer version. So have I.",
      answer:
        "There is one. It rained for forty minutes and the tape ran out first. Tell him soon, and scratch his ear.",
    },
    {
      hoursAgo: 30,
      author: "Stew",
      text: "You did my back brake on Tuesday and never said a word about any of this. I'd like to register a complaint: it's lovely.",
    },
    {
      hoursAgo: 52,
      author: "Annelies, Groningen",
      text: "Here we also have rain and workbenches. Is that your brother's melodica in the middle? It sounds like somebody leaving kindly.",
    },
    {
      hoursAgo: 75,
      author: "The bass lender",
      moment: { file: "kettle-on-coat-still-on.mp3", second: 52 },
      text: "She gets a whole bridge to herself in Kettle On, Coat Still On. With me she only ever got root notes. You may keep her until the next record, then we talk.",
    },
    {
      hoursAgo: 101,
      author: "Priya",
      text: "Was at Closing Time no. 13. Twenty of us on stools, one lamp, and nobody coughed until the last chord. My back still hurts and I would do it again tomorrow.",
    },
    {
      hoursAgo: 126,
      author: "Night shift, ward 12",
      text: "Quarter past three, break room, headphones, Last Tram. It's one minute long. I've had about ten minutes of quiet out of it.",
    },
    {
      hoursAgo: 150,
      author: "Ewan M.",
      moment: { file: "downhill-no-hands.mp3", second: 34 },
      text: "That F in the bridge of Downhill, No Hands! In G major! I have told everyone at work. I work at a swimming pool.",
    },
    {
      hoursAgo: 173,
      author: "A piper, retired",
      text: "Came to complain about Headwind on Leith Walk. Stayed for eleven repeats. That is our note you are using, but you may.",
    },
    {
      hoursAgo: 197,
      author: "Ottilie",
      text: "It took me three listens to notice that Rain on the Workbench is a waltz. By then I had been round the kitchen twice with the mop.",
    },
    {
      hoursAgo: 260,
      author: "J. Pettigrew",
      text: "My bicycle squeaks in the exact key of Downhill, No Hands. Please don't fix it.",
    },
    {
      hoursAgo: 299,
      author: "Bas",
      text: "Tried to tap my foot to Haar on the Shore. It goes up to five. I have only the two feet.",
    },
    {
      hoursAgo: 338,
      author: "Hamish, 8",
      text: "I can do no hands now. Mum says not to say how I practised.",
    },
    {
      hoursAgo: 429,
      author: "Lorna and Jude",
      text: "Last Tram was our first dance. A minute is the right length: neither of us had time to fall over.",
    },
    {
      hoursAgo: 560,
      author: "Tariq",
      text: "Came to the Herring Loft last year for the stair, stayed for the guitars. Coming again, with a torch for the third step.",
    },
    {
      hoursAgo: 701,
      author: "Somebody from the launderette",
      text: "We put your page up in the window next to the lost socks. Two socks have been claimed and four people hummed.",
    },
    {
      hoursAgo: 905,
      author: "Agnes, fourth floor",
      text: "So that's who it is. I had the broom up before A Light on the Stair was over, and then I put it down again. Carry on, dear, but on Thursdays before ten.",
    },
  ],

  socialLinks: [
    { platform: "bandcamp", url: `https://bandcamp.com/${nobody}` },
    { platform: "spotify", url: `https://open.spotify.com/artist/${nobody}` },
    { platform: "apple_music", url: `https://music.apple.com/gb/artist/${nobody}` },
    { platform: "youtube", url: `https://www.youtube.com/@${nobody}` },
    { platform: "instagram", url: `https://www.instagram.com/${nobody}` },
    { platform: "website", url: "https://example.org/ishbel-carrow" },
  ],

  links: [
    {
      title: "The tape: forty of them, wound by hand",
      url: `https://bandcamp.com/${nobody}`,
      icon: "record",
    },
    {
      title: "Bring the bicycle. Tea while you wait",
      url: "https://example.org/ishbel-carrow/workshop",
      icon: null,
    },
  ],

  supportLinks: [
    { platform: "kofi", url: `https://ko-fi.com/${nobody}` },
    { platform: "patreon", url: `https://www.patreon.com/${nobody}` },
    { platform: "other", url: "https://example.org/ishbel-carrow/inner-tubes" },
  ],

  pressKit: "ishbel-carrow-press-kit.pdf",
} as const;
