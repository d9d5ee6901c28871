import { use, useId } from "react";
import { languages } from "~/shared/languages";
import { language, t } from "~/shared/t";
import { PublicAssetsContext } from "./public-assets.ts";

/** At the foot of public documents: lets a visitor read the words around in another language. Works without script. */
export function LanguageSwitch({ className = "" }: { className?: string }) {
  const id = useId();
  const current = language();
  // A copy of the page knows one language, and has no server to ask for another.
  if (use(PublicAssetsContext)?.isCopy) return null;
  return (
    <form method="post" action="/language" className="contents">
      <button
        type="button"
        popoverTarget={id}
        aria-label={t("Language: {name}", { name: languages[current] })}
        className={`inline-flex min-h-11 items-center gap-1 hover:underline ${className}`}
      >
        {languages[current]}
        <span aria-hidden="true">▾</span>
      </button>
      <ul
        id={id}
        popover="auto"
        aria-label={t("Language")}
        className="m-auto w-64 rounded-box border border-edge bg-surface p-2 text-foreground shadow-floating"
      >
        {Object.entries(languages).map(([tag, name]) => (
          <li key={tag}>
            <button
              type="submit"
              name="language"
              value={tag}
              lang={tag}
              dir="auto"
              aria-current={tag === current ? "true" : undefined}
              className="block min-h-11 w-full rounded-box px-4 text-start hover:bg-sunken aria-[current]:font-semibold"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
