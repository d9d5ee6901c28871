import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { tellGoodPasskeys } from "~/client/good-passkeys";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { Field } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { useCanUsePasskeys } from "~/ui/passkey-button";
import { withFreshPassword } from "~/ui/password-gate";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { mostPasskeys, passkeyNameLength, renamePasskeySchema } from "./account-schema.ts";
import type { OwnPasskey } from "./passkeys.server.ts";

/**
 * The account's passkeys. Its forms are the route's.
 * @param obstacle why none works at the installation's address
 */
export function PasskeysCard({
  passkeys,
  owner,
  obstacle,
  onRemoved,
  children,
}: {
  passkeys: OwnPasskey[];
  /** What devices know the account by, in base64url. */
  owner: string;
  obstacle: string | undefined;
  onRemoved(): void;
  /** Stands at the end of the card. */
  children?: ReactNode;
}) {
  const [renamed, setRenamed] = useState<OwnPasskey>();
  const [removed, setRemoved] = useState<OwnPasskey>();
  const card = useRef<HTMLDivElement>(null);
  const good = passkeys.map(({ credentialId }) => credentialId).join(" ");
  useEffect(() => {
    if (!obstacle) tellGoodPasskeys(owner, good.split(" ").filter(Boolean));
  }, [obstacle, owner, good]);
  return (
    <Card title={t("Passkeys")}>
      <div ref={card} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
        <p className="max-w-prose text-pretty text-muted text-sm">
          {t(
            "A passkey signs you in with a finger, a face or a PIN, without your password and without a code. It can't be guessed, and it works on this site alone, so nobody can trick you out of it.",
          )}
        </p>
        {passkeys.length > 0 && (
          <ul className="divide-y divide-line border-line border-y">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setRenamed(passkey)}
                onRemove={() => setRemoved(passkey)}
              />
            ))}
          </ul>
        )}
        {obstacle ? (
          <Alert type="info">
            {obstacle} {t("Your password signs you in.")}
          </Alert>
        ) : (
          <AddPasskey held={passkeys.length} />
        )}
        {children}
      </div>
      <FormDialog
        open={renamed !== undefined}
        onClose={() => setRenamed(undefined)}
        title={t("Rename passkey")}
        schema={renamePasskeySchema}
        hidden={{ intent: "rename-passkey", id: renamed?.id ?? "" }}
        submitText={t("Save")}
        texts={{
          done: t("Passkey renamed."),
          failed: t("The passkey could not be renamed. Please try again."),
        }}
      >
        {({ errors }) => (
          <Field
            label={t("Name")}
            name="name"
            required
            autoComplete="off"
            maxLength={passkeyNameLength}
            defaultValue={renamed?.name}
            error={errors.name}
          />
        )}
      </FormDialog>
      <DeleteDialog
        id={removed?.id ?? null}
        intent="remove-passkey"
        title={t("Remove this passkey?")}
        texts={{
          done: t("Passkey removed."),
          failed: t("The passkey could not be removed. Please try again."),
        }}
        button={{ text: t("Remove"), pending: t("Removing...") }}
        focusAfter={card}
        onDone={onRemoved}
        onClose={() => setRemoved(undefined)}
      >
        <p className="text-pretty">
          <Rich
            text="{name} will no longer sign in to your account. Another device, or an older browser, may go on offering it until you delete it there as well."
            parts={{ name: <bdi className="font-semibold">{removed?.name}</bdi> }}
          />
        </p>
      </DeleteDialog>
    </Card>
  );
}

function PasskeyRow({
  passkey: { name, is_synced, created_at, last_used_at },
  onRename,
  onRemove,
}: {
  passkey: OwnPasskey;
  onRename(): void;
  onRemove(): void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 grow basis-52">
        <p dir="auto" className="wrap-anywhere font-semibold">
          {name}
        </p>
        <p className="text-muted text-sm">
          <Rich text="Added {age}" parts={{ age: <Age at={created_at.toISOString()} /> }} /> ·{" "}
          {last_used_at ? (
            <Rich text="last used {age}" parts={{ age: <Age at={last_used_at.toISOString()} /> }} />
          ) : (
            t("not used yet")
          )}
          {is_synced && ` · ${t("kept by your password manager")}`}
        </p>
      </div>
      <div className="ms-auto flex flex-wrap gap-2 noscript:hidden">
        <Button variant="secondary" onClick={onRename} aria-label={t("Rename {name}", { name })}>
          {t("Rename")}
        </Button>
        <Button variant="secondary" onClick={onRemove} aria-label={t("Remove {name}", { name })}>
          {t("Remove")}
        </Button>
      </div>
    </li>
  );
}

function AddPasskey({ held }: { held: number }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const [problem, setProblem] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const canUse = useCanUsePasskeys();
  const isSending = fetcher.state !== "idle";

  // The list has it by then.
  useAnswer(isSending ? undefined : fetcher.data, (answer) => {
    const failure = t("The passkey could not be added. Please try again.");
    if (isNothingDone(answer)) setProblem(failureText(answer, failure) ?? failure);
    else toast.success(t("Passkey added."));
  });
  const add = async () => {
    setIsAsking(true);
    setProblem(undefined);
    const { makePasskey, passkeyProblem } = await import("~/client/passkeys");
    try {
      await withFreshPassword(async () => {
        const response = await makePasskey();
        await fetcher.submit({ intent: "add-passkey", response }, { method: "post" });
      });
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setIsAsking(false);
    }
  };

  if (canUse === false) {
    return (
      <p className="text-muted text-sm">
        {t("This browser can't make passkeys here. With a newer one, or on your phone, you can.")}
      </p>
    );
  }
  if (held >= mostPasskeys) {
    return (
      <p className="text-muted text-sm">
        {t("These are {count}, which is as many as there can be. Remove one to add another.", {
          count: mostPasskeys,
        })}
      </p>
    );
  }
  return (
    <>
      {problem && <Alert type="error">{problem}</Alert>}
      <Button
        variant={held === 0 ? "primary" : "secondary"}
        pending={isAsking || isSending}
        pendingText={isSending ? t("Saving...") : t("Waiting for your browser...")}
        disabled={!canUse}
        onClick={add}
        className="justify-self-start noscript:hidden"
      >
        {held === 0 ? t("Add a passkey") : t("Add another passkey")}
      </Button>
      <p className="hidden text-muted text-sm noscript:block">
        {t("Passkeys need JavaScript, which is off in this browser.")}
      </p>
    </>
  );
}
