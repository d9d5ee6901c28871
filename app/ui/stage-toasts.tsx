import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { ToastType } from "./show-toast.ts";

/**
 * Where `showToast` puts its messages, and the box it makes of each. It is there from the beginning, so that what comes
 * into it is read out: an error at once, anything else in a pause. [1 §8]
 */
export function StageToasts() {
  return (
    <section id="toasts" aria-label="Notifications" aria-live="polite" className="stage-toasts">
      <template>
        <div className="stage-toast">
          <Icon name="info" className="size-5" />
          <p dir="auto" />
          <button type="button" aria-label="Close notification">
            <Icon name="close" className="size-5" />
          </button>
        </div>
      </template>
    </section>
  );
}

/** A toast that comes with the answer to a form: for the script that has sent it. Without one, nobody sees it. */
export function AnswerToast({ type, children }: { type: ToastType; children: ReactNode }) {
  return (
    <p hidden data-toast={type}>
      {children}
    </p>
  );
}
