/**
 * The public pages' line icons, drawn on a grid of 24. Each stands in the page once, in {@link IconSprite}; a row that
 * repeats costs one reference.
 */
const shapes = {
  play: '<path d="M7 4.5v15l12.5-7.5z" fill="currentColor"/>',
  pause: '<path d="M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z" fill="currentColor" stroke="none"/>',
  stop: '<path d="M5.5 5.5h13v13h-13z" fill="currentColor"/>',
  next: '<path d="M5 5v14l10.5-7zM19 5v14" fill="currentColor"/>',
  previous: '<path d="M19 5v14L8.5 12zM5 5v14" fill="currentColor"/>',
  repeat: '<path d="m17 2 4 4-4 4M3 11V9a3 3 0 0 1 3-3h15M7 22l-4-4 4-4M21 13v2a3 3 0 0 1-3 3H3"/>',
  repeatOne:
    '<path d="m17 2 4 4-4 4M3 11V9a3 3 0 0 1 3-3h15M7 22l-4-4 4-4M21 13v2a3 3 0 0 1-3 3H3M10.5 10.5l1.8-1v5.5"/>',
  shuffle:
    '<path d="M3 7h2.5c2 0 3.4.9 4.5 2.5l3.5 5c1.1 1.6 2.5 2.5 4.5 2.5h3M3 17h2.5c2 0 3.4-.9 4.5-2.5M13.5 9.5c1.1-1.6 2.5-2.5 4.5-2.5h3M18 4l3 3-3 3M18 14l3 3-3 3"/>',
  volume: '<path d="M11 5 6.5 9H3v6h3.5l4.5 4zM15.5 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13"/>',
  muted: '<path d="M11 5 6.5 9H3v6h3.5l4.5 4zM16 9.5l5 5M21 9.5l-5 5"/>',
  download: '<path d="M12 3v12M7 10.5l5 5 5-5M4 20h16"/>',
  close: '<path d="m5 5 14 14M19 5 5 19"/>',
  left: '<path d="m15 4-8 8 8 8"/>',
  right: '<path d="m9 4 8 8-8 8"/>',
  pin: '<path d="M12 21.5s-7.5-6.7-7.5-12a7.5 7.5 0 0 1 15 0c0 5.3-7.5 12-7.5 12zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"/>',
  calendar: '<path d="M4 5.5h16V21H4zM4 10h16M8 3v4M16 3v4"/>',
  ticket: '<path d="M3 7h18v3.5a1.5 1.5 0 0 0 0 3V17H3v-3.5a1.5 1.5 0 0 0 0-3zM14 7v2m0 2v2m0 2v2"/>',
  share: '<path d="M12 15V3M7.5 7 12 2.5 16.5 7M5 11v9.5h14V11"/>',
  link: '<path d="M10 14a4.5 4.5 0 0 0 6.4 0l3.2-3.2a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.4 0l-3.2 3.2a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5"/>',
  check: '<path d="m4 12.5 5.5 5.5L20 6.5"/>',
  contact:
    '<path d="M4 3.5h16v17H4zM8.5 16.5c.4-2 1.8-3 3.5-3s3.1 1 3.5 3M12 11.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z"/>',
  mail: '<path d="M3 5.5h18v13H3zM3 6.5l9 7 9-7"/>',
  heart: '<path d="M12 20.5 4 12.6a5 5 0 0 1 7.1-7.1l.9.9.9-.9a5 5 0 0 1 7.1 7.1z"/>',
  file: '<path d="M6 2.5h8l4.5 4.5v14.5H6zM14 2.5V7h4.5M9 13h6M9 17h6"/>',
  alert: '<path d="M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM12 7v6M12 16.5v.5"/>',
  info: '<path d="M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM12 11v6M12 7v.5"/>',
} as const;

export type IconName = keyof typeof shapes;

/** Decoration beside a text, or within a control that has a name of its own. 24 px unless sized. */
export function Icon({ name, className = "size-6" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={`icon ${className}`}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}

const symbolOf = (name: IconName) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${shapes[name]}</symbol>`;
const all = Object.keys(shapes).filter((name): name is IconName => name in shapes);
const symbols = all.map(symbolOf).join("");

/**
 * The icons' drawings, as one piece of text because every page has it. Once in a document, before the first icon.
 * @param names those that the document shows; else all
 */
export function IconSprite({ names }: { names?: readonly IconName[] }) {
  return (
    <svg
      aria-hidden="true"
      className="hidden"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the constants above
      dangerouslySetInnerHTML={{ __html: names?.map(symbolOf).join("") ?? symbols }}
    />
  );
}
