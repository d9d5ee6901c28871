import { useState } from "react";
import { msg, t } from "~/shared/t";
import { Dialog } from "~/ui/dialog";
import { isKeyOn, setKeyOn } from "./shortcut-key.ts";

const shortcuts: [keys: string[], what: string][] = [
  [["Ctrl", "K"], msg("Find a tool, a track, an event, a person or a setting")],
  [["?"], msg("Show these shortcuts")],
  [["Ctrl", "Z"], msg("Undo what was just deleted or decided, while the note about it is there")],
  [["F6"], msg("Go to the newest notification, and back")],
  [["Space"], msg("Pause the track that plays, or go on with it")],
  [["Esc"], msg("Close what is open on top")],
];

const movements: [keys: string[], what: string][] = [
  [["Space"], msg("Lift an entry of a list by its grip, and drop it")],
  [["↑", "↓"], msg("Move the lifted entry, or go through a list of results")],
  [["←", "→"], msg("Move five seconds in the track, on its timeline")],
  [["Enter"], msg("Open what is selected")],
];

/** All keys that do something beyond the browser's own. */
export function ShortcutList({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t("Keyboard shortcuts")}>
      {/* It has the focus first: below the lists, it would be scrolled to. */}
      <KeySwitch />
      <Keys title={t("Anywhere but in a field")} shortcuts={shortcuts} />
      <Keys title={t("In lists and the player")} shortcuts={movements} />
      <p className="mt-4 text-muted text-sm">{t("On a Mac, Cmd takes the place of Ctrl.")}</p>
    </Dialog>
  );
}

/** At once, as a button: the dialog would ask whether a changed field is to be discarded. */
function KeySwitch() {
  const [isOn, setIsOn] = useState(isKeyOn);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => {
        setIsOn(!isOn);
        setKeyOn(!isOn);
      }}
      className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center justify-between gap-4 border-line border-b px-2 text-start text-sm -outline-offset-3"
    >
      {t("The ? key opens this list, in this browser")}
      <span aria-hidden="true" className="shrink-0 font-semibold">
        {isOn ? t("On") : t("Off")}
      </span>
    </button>
  );
}

function Keys({ title, shortcuts }: { title: string; shortcuts: [keys: string[], what: string][] }) {
  return (
    <>
      <h3 className="mt-4 font-semibold text-sm">{title}</h3>
      <dl className="mt-1 divide-y divide-line">
        {shortcuts.map(([keys, what]) => (
          <div key={what} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
            <dt dir="ltr" className="order-last flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-box border border-edge bg-sunken px-1.5 text-center font-sans font-semibold text-xs leading-6"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="min-w-0">{t(what)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
