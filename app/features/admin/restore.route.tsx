import { type SubmitEvent, useEffect, useId, useState } from "react";
import { isUninhabited } from "#server/uninhabited.ts";
import { servicesContext } from "~/services.server";
import { formatsFor, standardFormat } from "~/shared/formats";
import type { RestoreState } from "~/shared/restore-state";
import { sizeText } from "~/shared/size-text";
import { msg, t, translationOf } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/field";
import { useUnsaved } from "~/ui/leave-guard";
import { SiteTitle } from "~/ui/site-name";
import type { Route } from "./+types/restore.route";
import { restoreState, sendArchive } from "./send-archive.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return { isOpen: await isUninhabited(db) };
}

/** How far the work is: what the browser does, then what the server says. */
type Work =
  | { phase: "idle"; failure?: string }
  | { phase: "sending"; sent: number; size: number }
  | RestoreState;

/** A backup is put into an installation in which nobody has an account yet, by a visitor who knows the set-up code. */
export default function Restore({ loaderData: { isOpen } }: Route.ComponentProps) {
  const [work, setWork] = useState<Work>({ phase: "idle" });
  const title = t("Restore a backup");
  const isBusy = work.phase === "sending" || work.phase === "checking" || work.phase === "restoring";
  useUnsaved(work.phase === "sending");
  useAsking(work.phase !== "idle" && work.phase !== "sending" && isBusy, setWork);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const [code, file] = [sent.get("code"), sent.get("archive")];
    if (typeof code !== "string" || !(file instanceof File)) return;
    setWork({ phase: "sending", sent: 0, size: file.size });
    try {
      setWork(
        await sendArchive(file, code, (bytes) => setWork({ phase: "sending", sent: bytes, size: file.size })),
      );
    } catch (error) {
      setWork({ phase: "idle", failure: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <main aria-label={title} className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6 px-4 py-8 sm:px-6">
      <SiteTitle>{title}</SiteTitle>
      <div>
        <h1 className="font-bold text-2xl tracking-tight">{title}</h1>
        {isOpen && (
          <p className="mt-1 text-muted">
            {t(
              "Everything that a backup holds, in this new installation: accounts, pages, files and settings.",
            )}
          </p>
        )}
      </div>
      {work.phase === "done" ? (
        <Card>
          <Alert type="success">
            {t("The backup is restored. Everybody signs in as before, admins too.")}
          </Alert>
          <LinkButton reloadDocument to="/signin" className="mt-5">
            {t("Sign In")}
          </LinkButton>
        </Card>
      ) : isOpen ? (
        <Card>
          <Outcome work={work} />
          <form onSubmit={submit} className="grid grid-cols-1 gap-5">
            <fieldset disabled={isBusy} className="grid grid-cols-1 gap-5">
              <Field
                label={t("Set-up code")}
                name="code"
                hint={t("The server prints it when it starts.")}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                dir="ltr"
                maxLength={100}
                required
              />
              <Field
                label={t("Backup")}
                name="archive"
                type="file"
                accept=".zip"
                hint={t(
                  "The .zip file that was downloaded under Admin, Backups, or that the command backup has made.",
                )}
                required
              />
            </fieldset>
            {isBusy ? (
              <Progress work={work} />
            ) : (
              <Button type="submit" className="justify-self-start">
                {t("Restore")}
              </Button>
            )}
          </form>
          <noscript>
            <p className="mt-4 text-sm">
              {t("Sending an archive needs scripts. Without them, the command restore does the same.")}
            </p>
          </noscript>
        </Card>
      ) : (
        <Alert type="info">
          {t(
            "Somebody has an account here already. A backup is restored only into a new installation, so that nothing is lost.",
          )}
        </Alert>
      )}
    </main>
  );
}

function Outcome({ work }: { work: Work }) {
  const failure = "failure" in work ? work.failure : null;
  if (!failure) return null;
  return (
    <div className="mb-5">
      <Alert type="error">
        {t("Nothing was restored.")} {translationOf(failure)}
      </Alert>
    </div>
  );
}

const names = {
  sending: msg("Sending the archive"),
  checking: msg("Checking every byte"),
  restoring: msg("Restoring"),
};

function Progress({ work }: { work: Work }) {
  const id = useId();
  const formats = formatsFor(standardFormat);
  if (work.phase !== "sending" && work.phase !== "checking" && work.phase !== "restoring") return null;
  const [done, total] = work.phase === "sending" ? [work.sent, work.size] : [work.doneBytes, work.totalBytes];
  return (
    <div className="grid gap-1.5">
      <p id={id} role="status" className="text-sm">
        {t(names[work.phase])}…
      </p>
      <progress
        aria-labelledby={id}
        max={1}
        // What is packed grows when it is read.
        value={total > 0 ? Math.min(0.99, done / total) : 0}
        className="h-2 w-full accent-accent"
      />
      <p className="text-muted text-xs tabular-nums">
        {work.phase === "sending"
          ? t("{done} of {total}. Keep this page open.", {
              done: sizeText(done, formats),
              total: sizeText(total, formats),
            })
          : t("{size} so far. This page may be closed.", { size: sizeText(done, formats) })}
      </p>
    </div>
  );
}

const askEveryMs = 1000;

/** Asks how far the server is. While it starts anew it doesn't answer, which is no failure. */
function useAsking(isOn: boolean, tell: (state: RestoreState) => void): void {
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const state = await restoreState().catch(() => undefined);
      if (isOver) return;
      // Where a process that was killed has been started again, nothing is known of it any more.
      if (state?.phase === "none") return location.reload();
      if (state) tell(state);
      timer = setTimeout(ask, askEveryMs);
    };
    timer = setTimeout(ask, askEveryMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isOn, tell]);
}
