import { Icon } from "~/public-ui/icon";

interface Step {
  href: string;
  text: string;
}

/** The ways on from a part of what is in the order of time. */
export function Steps({ label, newer, older }: { label: string; newer: Step | null; older: Step | null }) {
  const look =
    "inline-flex min-h-11 items-center gap-2 rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken";
  return (
    <nav aria-label={label} className="flex flex-wrap justify-between gap-3">
      {newer && (
        <a href={newer.href} rel="prev" className={look}>
          <Icon name="left" className="size-5 shrink-0" />
          {newer.text}
        </a>
      )}
      {older && (
        <a href={older.href} rel="next" className={`ms-auto ${look}`}>
          {older.text}
          <Icon name="right" className="size-5 shrink-0" />
        </a>
      )}
    </nav>
  );
}
