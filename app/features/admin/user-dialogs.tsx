import { type RefObject, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { type AccountContents, contentsText } from "~/shared/account-contents";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { ConfirmDialog } from "~/ui/dialog";
import { FormDialog } from "~/ui/form-dialog";
import { useFormats } from "~/ui/formats";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFocusAfter } from "~/ui/use-focus-after";
import type { ShownUser } from "./users.server.ts";
import * as texts from "./users.ts";
import { SuspensionFields, WarningField } from "./words-fields.tsx";

/** The question about a user that is open. */
export type Question = { about: ShownUser; kind: "delete" | "suspend" | "warn" };

interface About {
  /** Null while nothing is asked. */
  user: ShownUser | null;
  onClose(): void;
}

/**
 * Asks whether an account is to be deleted, with its address and contents; afterwards lists the deleted rows. [1 §5,
 * §8]
 */
export function DeleteUserDialog({
  user,
  focusAfter,
  onClose,
}: About & {
  /** Has the focus once the row is gone. */
  focusAfter: RefObject<HTMLElement | null>;
}) {
  const fetcher = useFetcher<{ done: string }>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  const id = user?.id;
  const found = useAccountContents(id);

  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer))
      return toast.error(failureText(answer, t(texts.deleteFailure)) ?? t(texts.deleteFailure));
    toast.success(answer.done, 8000);
    onClose();
  });
  useFocusAfter(user !== null, focusAfter);

  const formats = useFormats();
  return (
    <ConfirmDialog
      open={user !== null}
      title={t("Delete user")}
      onClose={() => !isBusy && onClose()}
      onConfirm={() => fetcher.submit({ intent: "delete-user", id: id ?? "" }, { method: "post" })}
      pending={isBusy}
      pendingText={t("Deleting...")}
    >
      <p>
        <Rich
          text="{email} goes for good, and is signed out everywhere at once. This cannot be undone."
          parts={{
            email: (
              <strong className="wrap-anywhere">
                <bdi>{user?.email}</bdi>
              </strong>
            ),
          }}
        />
      </p>
      <p aria-live="polite" className="mt-3 text-muted">
        {found === undefined && t("Looking what goes with it…")}
        {found === null && t("What goes with it can't be told at the moment.")}
        {found && t("With it goes {contents}.", { contents: contentsText(found, formats) })}
      </p>
    </ConfirmDialog>
  );
}

/**
 * An account's contents: undefined until they are known, null where they can't be found out. No loader's data: nothing
 * may ask for it once more when the account is gone.
 */
function useAccountContents(id: string | undefined): AccountContents | null | undefined {
  const [found, setFound] = useState<{ id: string; contents: AccountContents | null }>();
  useEffect(() => {
    if (!id) return;
    const leaving = new AbortController();
    const find = async () => {
      const answer = await fetch(`/admin/users/${id}/contents`, { signal: leaving.signal });
      const { contents }: { contents: AccountContents } = await answer.json();
      return answer.ok ? contents : null;
    };
    find().then(
      (contents) => setFound({ id, contents }),
      () => {
        if (!leaving.signal.aborted) setFound({ id, contents: null });
      },
    );
    return () => leaving.abort();
  }, [id]);
  return found && found.id === id ? found.contents : undefined;
}

/** Asks why, in words that the musician reads. */
export function SuspendDialog({ user, onClose }: About) {
  return (
    <FormDialog
      open={user !== null}
      onClose={onClose}
      title={t("Suspend user")}
      schema={texts.suspensionSchema}
      hidden={{ intent: "suspend-user", id: user?.id ?? "" }}
      submitText={t("Suspend")}
      texts={{ done: t(texts.suspended), failed: t(texts.suspendFailure) }}
    >
      {({ errors }) => (
        <SuspensionFields whom={user?.email ?? ""} label={t("Reason")} error={errors.reason} />
      )}
    </FormDialog>
  );
}

/** Asks for words that the musician sees until they have put them away. */
export function WarnDialog({ user, onClose }: About) {
  return (
    <FormDialog
      open={user !== null}
      onClose={onClose}
      title={t("Warn user")}
      schema={texts.warningSchema}
      hidden={{ intent: "warn-user", id: user?.id ?? "" }}
      submitText={t("Send warning")}
      texts={{ done: t(texts.warned), failed: t(texts.warnFailure) }}
    >
      {({ errors }) => <WarningField whom={user?.email ?? ""} error={errors.content} />}
    </FormDialog>
  );
}
