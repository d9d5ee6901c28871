import type { ReactNode } from "react";
import { defaultAppearance } from "~/artist-theme/appearance";
import { ArtistThemeStyle } from "~/artist-theme/artist-theme-style";
import { Background } from "~/artist-theme/background";
import { t } from "~/shared/t";
import { useSiteName } from "~/ui/site-name";

/** The page at an address that no artist has. [1 §2] */
export function MissingArtist() {
  return (
    <Notice title={t("Artist Not Found")} text={t("The requested artist profile could not be found.")}>
      <a href="/" className="text-link">
        {t("What is {site}?", { site: useSiteName() })}
      </a>
    </Notice>
  );
}

/** The page at the address that a musician without a profile will have. [1 §2] */
export function IncompleteProfile() {
  return (
    <Notice
      title={t("Profile Not Complete")}
      text={t("Give your profile an artist name, and this page is yours.")}
    >
      <a href="/profile" className="text-link">
        {t("Go to Profile")}
      </a>
    </Notice>
  );
}

/** The page at the address of a private link that has ended, or that never was one. */
export function EndedPrivateLink() {
  return (
    <Notice
      title={t("This link has ended")}
      text={t(
        "Private links can be taken back, and some last for some days only. Please ask the artist for another one.",
      )}
    >
      <a href="/" className="text-link">
        {t("What is {site}?", { site: useSiteName() })}
      </a>
    </Notice>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid max-w-xl grow content-center justify-items-center gap-3 px-4 py-24 text-center">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <ArtistThemeStyle appearance={defaultAppearance} />
      <Background appearance={defaultAppearance} />
      <h1 className="font-bold text-2xl sm:text-3xl">{title}</h1>
      <p className="text-muted">{text}</p>
      <p className="mt-2">{children}</p>
    </main>
  );
}
