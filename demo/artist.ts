/** The artist of the demo page: invented, as her own bio says. The music is rendered by `compose/render.ts`. */
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
  bio: [
    "Ishbel Carrow mends bicycles by day and records after closing time, when the street is quiet enough for one",
    "microphone. Her tunes are short and have no words: two guitars, a borrowed upright bass, brushes on a snare, and",
    "a melodica that her brother left behind. Most are named after the way home. She plays in small rooms, unamplified",
    "if you let her.\n\nIshbel is invented. Her music was composed for this page.",
  ].join(" "),
  tracks: [
    { title: "Last Tram to Newhaven", file: "last-tram-to-newhaven.mp3", seconds: 61 },
    { title: "Rain on the Workbench", file: "rain-on-the-workbench.mp3", seconds: 62 },
    { title: "Downhill, No Hands", file: "downhill-no-hands.mp3", seconds: 61 },
  ],
};
