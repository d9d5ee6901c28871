import "./app.css";
import { type ReactNode, use, useEffect } from "react";
import { Links, Outlet, Scripts, ScrollRestoration } from "react-router";
import { sessionMiddlewareFor } from "~/features/auth/session.server";
import { servicesContext } from "~/services.server";
import type { Route } from "./+types/root";
import { accountOf } from "./layouts/account.server";
import { keepPostedForm, sayWhenToRetry } from "./layouts/errors.server";
import { FocusOnArrival } from "./layouts/focus-on-arrival.tsx";
import { StayingScreen } from "./layouts/out-of-reach.tsx";
import { PublicAssetsContext } from "./layouts/public-assets.ts";
import { SiteTheme } from "./layouts/site-theme.tsx";
import { stayWhenOutOfReach } from "./layouts/stay-when-out-of-reach.ts";
import { isDiagnostic } from "./shared/diagnostic-paths.ts";
import { textsId } from "./shared/document-texts.ts";
import { hydratedAttribute } from "./shared/hydrated.ts";
import { directionOf } from "./shared/languages.ts";
import type { SiteIdentity } from "./shared/site-name.ts";
import { language, t } from "./shared/t.ts";
import { ScreenEntries } from "./ui/back.ts";
import { late } from "./ui/late.tsx";
import { countSending } from "./ui/sending.ts";
import { SiteNameTag } from "./ui/site-name.tsx";
import { ToastProvider } from "./ui/toasts.tsx";

const ErrorScreen = late(
  async () => (await import("./layouts/error-screen.tsx")).ErrorScreen,
  <Unexplained />,
);

/** Until the code of the error screen is here. */
function Unexplained() {
  return (
    <p role="alert" className="after-a-blink p-6">
      {t("Something went wrong. Please reload this page.")}
    </p>
  );
}

export const middleware: Route.MiddlewareFunction[] = [
  sayWhenToRetry,
  keepPostedForm,
  sessionMiddlewareFor(isDiagnostic),
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [countSending, stayWhenOutOfReach];

/** The signed-in account, whether visitors may sign up, and the site's name. The same bytes for every visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  const [viewer, { registration, name, imprint }] = await Promise.all([
    accountOf(context),
    context.get(servicesContext).site.shown(),
  ]);
  const site: SiteIdentity = { name, imprint };
  return { viewer, registration, site };
}

/** The document: React's in the browser too, or one that has all it needs inside. */
export function Layout({ children }: { children: ReactNode }) {
  // React in the browser draws no public document: its scripts hold nothing of one.
  const publicAssets = import.meta.env.SSR ? use(PublicAssetsContext) : null;
  if (publicAssets) {
    const { lang, dir, styles, texts, markScript, inlineScript, script } = publicAssets;
    return (
      <html lang={lang} dir={dir}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <SiteIcons />
          {/* Not on an artist's page: a visitor who puts it on their screen means the artist, not the dashboard. */}
          {script && <link rel="manifest" href="/manifest.webmanifest" />}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: all three are ours, built with the server */}
          {markScript && <script dangerouslySetInnerHTML={{ __html: markScript }} />}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
          <style dangerouslySetInnerHTML={{ __html: styles }} />
          {script && <script type="module" src={script} />}
        </head>
        <body>
          {children}
          {texts && (
            <script
              id={textsId}
              type="application/json"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: ours too, and every `<` is escaped
              dangerouslySetInnerHTML={{ __html: texts }}
            />
          )}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
          {inlineScript && <script dangerouslySetInnerHTML={{ __html: inlineScript }} />}
        </body>
      </html>
    );
  }
  const lang = language();
  return (
    <html lang={lang} dir={directionOf(lang)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <SiteIcons />
        <link rel="manifest" href="/manifest.webmanifest" />
        <SiteNameTag />
        <Links />
      </head>
      <body>
        <ToastProvider>{children}</ToastProvider>
        <ScrollRestoration />
        <Scripts />
        <Hydrated />
      </body>
    </html>
  );
}

/** Says that React has taken the document over, when it has: its effect is the last. */
function Hydrated() {
  useEffect(() => document.documentElement.setAttribute(hydratedAttribute, ""), []);
  return null;
}

function SiteIcons() {
  return (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}

export default function Root() {
  // A public document is no application, and has no toasts of React's.
  const isPublicPage = import.meta.env.SSR && use(PublicAssetsContext) !== null;
  return (
    <>
      {!isPublicPage && <StayingScreen />}
      {!isPublicPage && <ScreenEntries />}
      <Outlet />
      {!isPublicPage && <FocusOnArrival />}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteTheme name="site">
      <ErrorScreen error={error} />
    </SiteTheme>
  );
}
