import { Icon } from "./icon.tsx";

/**
 * Where `showToast` puts its messages, and the box it makes of each. It is there from the beginning, so that what comes
 * into it is read out: an error at once, anything else in a pause. [1 §8]
 */
export function PublicToasts() {
  return (
    <section id="toasts" aria-label="Notifications" aria-live="polite" className="public-toasts">
      <template>
        <div className="public-toast">
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
