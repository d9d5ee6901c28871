// What a year has brought the demo artist: requests, conversations, letters, readers, films. All of it invented.

/** Everybody the demo brings has an address here. No mail server is ever asked to deliver to it. */
const at = (name: string) => `${name}@handbill.example`;

export const audience = {
  /** The musicians who write with her: accounts that nobody can sign in to. */
  partners: {
    foghorn: {
      userId: "de300000-0000-4000-8000-000000000002",
      email: at("foghorn-sextet"),
      name: "The Foghorn Sextet",
      bio: "Six brass players from Newcastle who promise to be quiet, and are invented.",
      location: "Newcastle upon Tyne, England",
      performsAs: "group",
    },
    annelies: {
      userId: "de300000-0000-4000-8000-000000000003",
      email: at("annelies-de-wind"),
      name: "Annelies de Wind",
      bio: "Plays the melodica where it rains. Invented, like the rain.",
      location: "Groningen, Netherlands",
      performsAs: "solo",
    },
  },

  /** `from` is "her" for the demo artist; the oldest first. */
  conversations: [
    {
      with: "foghorn",
      messages: [
        {
          from: "them",
          hoursAgo: 410,
          text: "Six of us would like one of you. Coopers' Yard, in about half a year. We promise to be quiet.",
        },
        { from: "her", hoursAgo: 404, text: "How quiet is six brass?" },
        { from: "them", hoursAgo: 403, text: "Mutes in, doors shut, and Derek stays in the van." },
        {
          from: "her",
          hoursAgo: 380,
          text: "Then yes. The bass comes by train, so I need a seat for it on the last one back.",
        },
        {
          from: "them",
          hoursAgo: 52,
          text: "Seat's booked, in the bass's name. The conductor may ask for its age.",
        },
        { from: "her", hoursAgo: 50, text: "1931. It looks younger in the dark." },
        {
          from: "them",
          hoursAgo: 3,
          text: "Set list attached to a pigeon. If it doesn't arrive: we begin with yours, the one in five.",
        },
      ],
    },
    {
      with: "annelies",
      messages: [
        {
          from: "them",
          hoursAgo: 700,
          text: "I have played Rain on the Workbench with my window open. Now there are two kinds of rain on it.",
        },
        { from: "her", hoursAgo: 690, text: "Send it? I have one microphone and a great deal of roof." },
        {
          from: "them",
          hoursAgo: 688,
          text: "It is on its way. Mind the tram at the end, it is not in tune.",
        },
        {
          from: "her",
          hoursAgo: 600,
          text: "The tram stays. It comes in exactly where the bridge was missing.",
        },
        {
          from: "them",
          hoursAgo: 26,
          text: "Then I want a credit for the tram. Are you still coming over in the spring?",
        },
        { from: "her", hoursAgo: 20, text: "If the workshop closes for a week. Ask me when the sun is out." },
      ],
    },
  ],

  /** One in each state, and some more that are done; the newest first. `daysAhead` is the day of the event. */
  bookings: [
    {
      status: "pending",
      isRead: false,
      daysAgo: 0.2,
      name: "Rowan Teller",
      email: at("rowan"),
      phone: "+44 131 496 0101",
      type: "wedding",
      daysAhead: 201,
      place: "A barn near Peebles",
      budget: "1000_2500",
      message:
        "We marry in summer and would like Last Tram to Newhaven for the first dance. It is one minute long, which we think we can manage. Would you play for the dinner too, quietly?",
    },
    {
      status: "pending",
      isRead: false,
      daysAgo: 1.6,
      name: "Portobello Book Festival",
      email: at("books"),
      phone: null,
      type: "festival",
      daysAhead: 150,
      place: "Portobello",
      budget: "500_1000",
      message:
        "Forty minutes between two readings. The second one is about bridges, so something in five would be right.",
    },
    {
      status: "reviewed",
      isRead: true,
      daysAgo: 4,
      name: "Harbour Lights Hotel",
      email: at("harbour-lights"),
      phone: "+44 131 496 0102",
      type: "corporate",
      daysAhead: 64,
      place: "Granton",
      budget: "2500_5000",
      message: "Our winter party. People will talk. Could you play as if they didn't?",
    },
    {
      status: "accepted",
      isRead: true,
      daysAgo: 19,
      name: "Weft House",
      email: at("weft-house"),
      phone: null,
      type: "performance",
      daysAhead: 372,
      place: "Hebden Bridge",
      budget: "500_1000",
      message: "Loom and Lamp, two sets with a long interval. We bake. Tell us what you can't eat.",
    },
    {
      status: "declined",
      isRead: true,
      daysAgo: 33,
      name: "Velocity Energy Drinks",
      email: at("velocity"),
      phone: "+44 131 496 0103",
      type: "corporate",
      daysAhead: 40,
      place: "A car park in Livingston",
      budget: "5000_plus",
      message: "We love your vibe!! Can you do Downhill, No Hands but twice as fast and on a quad bike?",
    },
    {
      status: "completed",
      isRead: true,
      daysAgo: 120,
      name: "Nan Sutherland",
      email: at("nan"),
      phone: null,
      type: "private_event",
      daysAhead: -75,
      place: "Stromness",
      budget: "under_500",
      message: "My mother is ninety and says the fiddle is too loud. There will be soup.",
    },
    {
      status: "completed",
      isRead: true,
      daysAgo: 210,
      name: "Leith Dockers Club",
      email: at("dockers"),
      phone: null,
      type: "recording",
      daysAhead: -170,
      place: "Leith",
      budget: "negotiable",
      message:
        "We have a piano that nobody has recorded. You have a machine with four tracks. Two of them would do.",
    },
  ],

  /** Letters that have gone out, the newest first. */
  issues: [
    {
      daysAgo: 9,
      title: "The long way round, and how far I have got",
      inArchive: true,
      body: "Dear all,\n\nthe album now has two tunes that are finished and one that thinks it is. You can hear both on my page.\n\nClosing Time, no. 14, is next week: twenty stools, one lamp. Bring a bicycle if it squeaks in G.\n\nIshbel",
    },
    {
      daysAgo: 61,
      title: "Two guitars up a stair",
      inArchive: true,
      body: "Dear all,\n\nwe lost the coin toss, so I play the second guitar. The Herring Loft has eighty places and a third step that has caught better people than me.\n\nIf you can't come: the kettle tune from last time is on the page.\n\nIshbel",
    },
    {
      daysAgo: 128,
      title: "A seat for the bass",
      inArchive: false,
      body: "Dear all,\n\nthis one is only for you who read these to the end: I am looking for a lift to Stromness for a double bass, one way. She is quiet and pays in tea.\n\nIshbel",
    },
    {
      daysAgo: 211,
      title: "Shutters Half Down is out",
      inArchive: true,
      body: "Dear all,\n\nthree tunes, recorded after the till was counted. They stand on my page, to hear and to take home. Agnes on the fourth floor has a credit for knocking.\n\nThank you for waiting. I was waiting too.\n\nIshbel",
    },
  ],

  /** Readers of the letters: so many with names, and more without. */
  readerNames: [
    ...["Morag", "Dev", "Fiona", "Stew", "Annelies", "Priya", "Ewan", "Ottilie", "Bas", "Hamish", "Lorna"],
    ...["Jude", "Tariq", "Agnes", "Nan", "Rowan", "Ines", "Callum", "Sorcha", "Wanjiru", "Mats", "Yuki"],
  ],
  readers: 64,

  /** Films that may be shown anywhere, by those who made them; nothing is loaded before somebody presses play. The first is the primary one. */
  videos: [
    { title: "What the cat watches in the workshop: Big Buck Bunny (Blender Foundation)", id: "aqz-KE-bpKQ" },
    { title: "What I watch when it has gone to bed: Sintel (Blender Foundation)", id: "eRsGyueVLvQ" },
    { title: "What Agnes lent us: Tears of Steel (Blender Foundation)", id: "R6MlUcmOul8" },
  ],
} as const;

export const readerAddress = (number: number) => at(`reader-${number}`);
