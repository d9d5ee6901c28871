import { t } from "~/shared/t";
import { Icon } from "./icon.tsx";

/**
 * Where `showToast` puts its messages, and the box it makes of each. It is there from the beginning, so that what comes
 * into it is read out: an error at once, anything else in a pause. [1 §8]
 */
export function PublicToasts() {
  return (
    <section
      id="toasts"
      aria-label={t("Notifications")}
      aria-live="polite"
      className="fixed end-4 top-4 z-50 grid w-[min(24rem,100vw-2rem)] gap-2"
    >
      <template>
        <div className="public-toast flex items-center gap-3 rounded-box border border-edge border-s-4 bg-surface ps-3.5 font-[550] text-foreground text-sm/[1.5] shadow-floating">
          <Icon name="info" className="size-5 flex-none" />
          <p dir="auto" className="wrap-anywhere min-w-0 grow py-2" />
          <button
            type="button"
            aria-label={t("Close notification")}
            className="grid size-11 flex-none place-items-center"
          >
            <Icon name="close" className="size-5" />
          </button>
        </div>
      </template>
    </section>
  );
}
