import { type ReactNode, useState } from "react";
import { redirect, redirectDocument, useFetcher, useSearchParams } from "react-router";
import { contentsOf } from "#server/account-contents.ts";
import { askForDeletion, graceDays } from "#server/account-deletion.ts";
import { keptForHours } from "#server/backup/kept-archives.ts";
import { AppError } from "#server/errors.ts";
import { formatChoiceOf } from "#server/preferences.ts";
import type { Services } from "#server/services.ts";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { type AccountContents, contentsParts } from "~/shared/account-contents";
import { answerOrFailed, failureText } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { CancelButton, Dialog, DialogFoot } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { withFreshPassword } from "~/ui/password-gate";
import { Rich } from "~/ui/rich";
import { useFormErrors } from "~/ui/use-form-errors";
import { requireFreshPassword, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/data.route";
import { archivesOfOne, askForArchive, cancelArchive, shownArchive } from "./archive.server.ts";
import { ArchiveCard, ArchiveLink, nothingDone } from "./archive-card.tsx";
import { goodbyePath } from "./goodbye.ts";
import { dataActionSchema, deletionSchema, namesAccount } from "./schema.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = requireViewer(context);
  const [contents, archive, artistName] = await Promise.all([
    contentsOf(services, viewer.userId),
    services.db.asMusician(viewer.userId).read((tx) => shownArchive(tx, viewer.userId)),
    artistNameOf(services, viewer.userId),
  ]);
  return {
    email: viewer.email,
    artistName,
    contents,
    archive,
    graceDays,
    archives: {
      anHour: archivesOfOne.tries,
      keptForHours,
      sendsMail: services.config.smtpUrl !== undefined,
    },
    isFresh: viewer.hasFreshPassword === true,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = requireViewer(context);
  return answerForm(await readForm(request), dataActionSchema, async (form) => {
    if (form.intent === "make-archive") {
      await askForArchive(services, viewer.userId);
      return redirect("/account/data", { status: 303 });
    }
    if (form.intent === "cancel-archive") {
      const isCancelled = await cancelArchive(services, viewer.userId);
      return redirect(isCancelled ? "/account/data?cancelled" : "/account/data", { status: 303 });
    }
    const { name } = form;
    requireFreshPassword(viewer);
    const artistName = await artistNameOf(services, viewer.userId);
    if (!namesAccount(name, { email: viewer.email, artistName })) {
      throw new AppError("invalid", t("This is neither your address nor your artist name."), {
        field: "name",
      });
    }
    const choice = await services.db
      .asMusician(viewer.userId)
      .read((tx) => formatChoiceOf(tx, viewer.userId));
    const deletesAt = await askForDeletion(services, viewer.userId);
    return redirectDocument(goodbyePath(deletesAt, choice), { status: 303 });
  });
}

async function artistNameOf({ db }: Pick<Services, "db">, userId: string): Promise<string | null> {
  const profile = await db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("musician_profiles")
        .select("artist_name")
        .where("user_id", "=", userId)
        .executeTakeFirst(),
    );
  return profile?.artist_name ?? null;
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFreshPassword(() => answerOrFailed(serverAction));
}

type Data = Route.ComponentProps["loaderData"];

/** The account's data, to take along, and the account itself, to delete. */
export default function YourData({ loaderData, actionData }: Route.ComponentProps) {
  const { archive, archives, contents, graceDays } = loaderData;
  const [search] = useSearchParams();
  const [isAsking, setIsAsking] = useState(false);
  const deletion = { data: loaderData, answer: actionData };
  return (
    <div className="grid grid-cols-1 gap-6">
      <ArchiveCard
        archive={archive}
        {...archives}
        isCancelled={search.has("cancelled")}
        answer={actionData}
      />
      <Card title={t("Delete this account")}>
        <div className="grid gap-3">
          <p>{t("This goes with it:")}</p>
          <Contents contents={contents} />
          <p>
            {t(
              "Nothing of yours is public any more from that moment: no page, no event, no file, no letter. Letters that are scheduled or on their way stop. You are signed out everywhere.",
            )}
          </p>
          <p>
            {t(
              "For {days} days, signing in brings everything back. Then it is gone for good, files included, and nobody can bring it back.",
              { days: graceDays },
            )}
          </p>
        </div>
        {search.has("delete") ? (
          <div className="mt-6 max-w-md border-line border-t pt-6">
            <DeletionForm {...deletion}>
              {(submit) => (
                <div className="flex flex-wrap justify-end gap-3">
                  <LinkButton to="/account/data" variant="secondary" preventScrollReset>
                    {t("Cancel")}
                  </LinkButton>
                  {submit}
                </div>
              )}
            </DeletionForm>
          </div>
        ) : (
          <LinkButton
            to="?delete"
            variant="danger"
            className="mt-6"
            preventScrollReset
            onClick={(event) => {
              event.preventDefault();
              setIsAsking(true);
            }}
          >
            {t("Delete this account")}
          </LinkButton>
        )}
        <Dialog open={isAsking} onClose={() => setIsAsking(false)} title={t("Delete this account")}>
          <DeletionForm {...deletion}>
            {(submit) => (
              <DialogFoot>
                <CancelButton />
                {submit}
              </DialogFoot>
            )}
          </DeletionForm>
        </Dialog>
      </Card>
    </div>
  );
}

function Contents({ contents }: { contents: AccountContents }) {
  const parts = contentsParts(contents, useFormats());
  if (parts.length === 0) return <p className="text-muted">{t("Nothing but the account itself.")}</p>;
  return (
    <ul className="ms-5 list-disc">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

/** Asks whose account it is, in a dialog or, without script, in its page. */
function DeletionForm({
  data: { archive, email, artistName, isFresh },
  answer,
  children,
}: {
  data: Data;
  answer: Route.ComponentProps["actionData"];
  /** Its foot, around the button that sends it: the way out. */
  children(submit: ReactNode): ReactNode;
}) {
  const fetcher = useFetcher<typeof clientAction>();
  const failed = nothingDone(fetcher.data ?? answer, "delete-account");
  const { errors, formProps } = useFormErrors(
    deletionSchema,
    failed && "refused" in failed ? failed.refused.errors : undefined,
  );
  const problem =
    errors.form ??
    (failed && "failed" in failed
      ? failureText(failed, t("Your account could not be deleted. Please try again."))
      : undefined);
  const isBusy = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" {...formProps} className="grid gap-5">
      <input type="hidden" name="intent" value="delete-account" />
      <p>
        {t(
          "Have you taken your data along? Later you can fetch it only by signing in, which keeps the account. An archive that was made here goes with it.",
        )}
      </p>
      {archive?.state === "ready" && <ArchiveLink />}
      {problem && <Alert type="error">{problem}</Alert>}
      {/* With script the password was asked for before. */}
      {errors.form && !isFresh && (
        <p>{t("You signed in more than an hour ago: sign out and in again for this.")}</p>
      )}
      <Field
        label={t("Your address or artist name")}
        name="name"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          <Rich
            text={
              artistName
                ? "So that it is the right account: {address} or {name}"
                : "So that it is the right account: {address}"
            }
            parts={{
              address: <NameText>{email}</NameText>,
              name: artistName && <NameText>{artistName}</NameText>,
            }}
          />
        }
        error={errors.name}
      />
      {children(
        <Button type="submit" variant="danger" pending={isBusy} pendingText={t("Deleting...")}>
          {t("Delete my account")}
        </Button>,
      )}
    </fetcher.Form>
  );
}

function NameText({ children }: { children: string }) {
  return <bdi className="wrap-anywhere font-medium text-foreground">{children}</bdi>;
}
