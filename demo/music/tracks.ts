/** What the demo artist has recorded, in the order of her page. The files lie beside this one. */
export const tracks = [
  { title: "Last Tram to Newhaven", file: "last-tram-to-newhaven.mp3", seconds: 61 },
  { title: "Kettle On, Coat Still On", file: "kettle-on-coat-still-on.mp3", seconds: 91 },
  { title: "Rain on the Workbench", file: "rain-on-the-workbench.mp3", seconds: 62 },
  { title: "Headwind on Leith Walk", file: "headwind-on-leith-walk.mp3", seconds: 72 },
  { title: "Haar on the Shore", file: "haar-on-the-shore.mp3", seconds: 94 },
  { title: "Downhill, No Hands", file: "downhill-no-hands.mp3", seconds: 61 },
  { title: "A Light on the Stair", file: "a-light-on-the-stair.mp3", seconds: 89 },
];
