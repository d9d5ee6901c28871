import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { fetchWithSession } from "./layouts/fetch-with-session.ts";
import { listenForBack } from "./ui/back.ts";
import { SiteNameContext, siteNameIn } from "./ui/site-name.tsx";

listenForBack();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteNameContext value={siteNameIn(document)}>
        <HydratedRouter unstable_fetch={fetchWithSession} />
      </SiteNameContext>
    </StrictMode>,
  );
});
