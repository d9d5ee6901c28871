import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { fetchWithSession } from "./layouts/fetch-with-session.ts";
import { listenForBack } from "./ui/back.ts";

listenForBack();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter unstable_fetch={fetchWithSession} />
    </StrictMode>,
  );
});
