import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { speakScreensLanguage } from "./client/screen-texts.ts";
import { fetchWithSession } from "./layouts/fetch-with-session.ts";
import { listenForBack } from "./ui/back.ts";
import { SiteNameContext, siteNameIn } from "./ui/site-name.tsx";

listenForBack();
// Pages that the server has drawn in a language are taken over in the same.
void speakScreensLanguage().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <SiteNameContext value={siteNameIn(document)}>
          <HydratedRouter unstable_fetch={fetchWithSession} />
        </SiteNameContext>
      </StrictMode>,
    );
  }),
);
