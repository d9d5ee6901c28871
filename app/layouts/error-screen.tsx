import { useEffect, useRef } from "react";
import { Link, useRevalidator } from "react-router";
import { msg, t } from "~/shared/t";
import { Button, LinkButton } from "~/ui/button";
import { Logo } from "~/ui/logo";
import { Sheet } from "~/ui/sheet";
import { useSiteName } from "~/ui/site-name";
import { shownError } from "./public-error.ts";

/** Stands in for a page that can't be shown. [1 §2 Error screen] */
export function ErrorScreen({ error }: { error: unknown }) {
  const shown = shownError(error);
  const siteName = useSiteName();
  return (
    <>
      <header className="flex h-16 items-center px-4 sm:px-6">
        <Link reloadDocument to="/" aria-label={siteName} className="flex min-h-11 items-center">
          <Logo name={siteName} isRoomy />
        </Link>
      </header>
      {shown.kind === "refusal" ? (
        <Refusal status={shown.status} text={shown.text} />
      ) : (
        <Fault requestId={shown.requestId} />
      )}
    </>
  );
}

const refusals: Record<number, { title: string; text: string }> = {
  401: { title: msg("Sign in first"), text: msg("Please sign in to continue.") },
  403: { title: msg("No entry"), text: msg("This page isn't for your account.") },
  404: {
    title: msg("Page not found"),
    text: msg("Nothing hangs here. The page may have moved, or the address has a slip in it."),
  },
  429: { title: msg("Too many tries"), text: msg("Please wait a little before you try again.") },
  503: {
    title: msg("Back in a moment"),
    text: msg("This site is catching its breath. Please try again shortly."),
  },
};

/** Where another's page isn't available, the account's own is. */
const waysOut: Record<number, { to: string; label: string }> = {
  401: { to: "/signin", label: msg("Sign In") },
  403: { to: "/dashboard", label: msg("Go to Dashboard") },
};

const otherRefusal = {
  title: msg("That didn't work"),
  text: msg("The server could not accept this request."),
};

function Refusal({ status, text }: { status: number; text: string | undefined }) {
  const words = refusals[status] ?? otherRefusal;
  const wayOut = waysOut[status] ?? { to: "/", label: msg("Back to the start") };
  return (
    <Sheet title={t(words.title)} intro={text ?? t(words.text)}>
      <div className="flex flex-wrap gap-3">
        <LinkButton reloadDocument to={wayOut.to}>
          {t(wayOut.label)}
        </LinkButton>
        {status === 503 && (
          <Button variant="secondary" onClick={() => window.location.reload()}>
            {t("Refresh Page")}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function Fault({ requestId }: { requestId: string | undefined }) {
  const { revalidate, state } = useRevalidator();
  const screen = useRef<HTMLDivElement>(null);

  // The page that had the focus is gone: a screen reader must read the error.
  useEffect(() => screen.current?.focus(), []);

  return (
    <div ref={screen} tabIndex={-1} role="alert" className="outline-none">
      <Sheet
        title={t("Something went wrong")}
        intro={t(
          "We're sorry, but something unexpected happened. Your data is safe - please try refreshing the page.",
        )}
      >
        <div className="flex flex-col gap-3">
          <Button pending={state === "loading"} onClick={() => revalidate()}>
            {t("Try Again")}
          </Button>
          <Button variant="secondary" onClick={() => window.location.reload()}>
            {t("Refresh Page")}
          </Button>
          <LinkButton variant="secondary" to="/dashboard" reloadDocument>
            {t("Go to Dashboard")}
          </LinkButton>
        </div>
        {requestId && (
          <p className="mt-8 text-muted text-sm">
            {t("If it happens again, tell the people who run this site the number of this error:")}
            <code className="mt-1 block font-mono text-xs break-all text-foreground select-all">
              {requestId}
            </code>
          </p>
        )}
      </Sheet>
    </div>
  );
}
