import { Ban, ExternalLink, MessageSquareWarning, Star, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { bustCache } from "~/ui/bust-cache";
import { ConfirmDialog } from "~/ui/dialog";
import { useFormats } from "~/ui/formats";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { Question } from "./user-dialogs.tsx";
import type { ShownUser } from "./users.server.ts";
import * as texts from "./users.ts";

/** One user, with the actions on them. On a phone it is a card. [1 §2, §5] */
export function UserRow({
  user,
  isOwn,
  onAsk,
}: {
  user: ShownUser;
  isOwn: boolean;
  onAsk(kind: Question["kind"]): void;
}) {
  const { id, email, artist_name, bio, custom_url, created_at } = user;
  const { date } = useFormats();
  const lifting = useAdminAction(t(texts.liftFailure));
  return (
    <tr className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-line border-t px-1 py-4 first:border-t-0 lg:table-row">
      <Cell label={t("USER")} className="lg:max-w-64">
        <p className="wrap-anywhere font-medium">
          <bdi>{email}</bdi>
        </p>
        <p className="flex flex-wrap gap-1.5 empty:hidden">
          {isOwn && <Mark>{t("You")}</Mark>}
          {user.isOwner && <Mark>{t("Owner")}</Mark>}
          {user.is_demo_profile && <Mark>{t("Demo")}</Mark>}
          {user.suspended_at && <Mark isDanger>{t("Suspended")}</Mark>}
          {user.deletes_at && (
            <Mark isDanger>{t("Deletes on {day}|an account", { day: date(user.deletes_at) })}</Mark>
          )}
        </p>
        {user.suspended_reason && (
          <p dir="auto" className="wrap-anywhere line-clamp-2 text-muted text-xs">
            {user.suspended_reason}
          </p>
        )}
      </Cell>
      <Cell label={t("PROFILE")} className="col-span-2 lg:max-w-64">
        {artist_name ? (
          <>
            <p dir="auto" className="wrap-anywhere font-medium">
              {artist_name}
            </p>
            <p dir="auto" className="wrap-anywhere line-clamp-1 text-muted">
              {custom_url ? `/artist/${custom_url}` : bio}
            </p>
          </>
        ) : (
          <p className="text-muted">{t("No profile yet")}</p>
        )}
      </Cell>
      <Cell label={t("ROLE")} className="col-start-2 row-start-1 lg:whitespace-nowrap">
        <RoleSelect user={user} isDisabled={isOwn || user.isOwner} />
      </Cell>
      <Cell label={t("JOINED")} className="col-span-2 text-muted lg:whitespace-nowrap">
        <span className="lg:hidden">{t("Joined")} </span>
        <time dateTime={created_at.toISOString()}>{date(created_at)}</time>
      </Cell>
      <Cell label={t("ACTIONS")} className="col-span-2">
        <div className="-mx-2 flex flex-wrap lg:mx-0 lg:flex-nowrap lg:justify-end">
          {custom_url ? (
            <a
              href={`/artist/${custom_url}`}
              target="_blank"
              rel="noreferrer"
              onClick={bustCache}
              aria-label={t("Open the public page of {email}", { email })}
              title={t("Open public page")}
              className={actionLook}
            >
              <ExternalLink aria-hidden="true" className="size-5" />
            </a>
          ) : (
            <button
              type="button"
              disabled
              aria-label={t("Open the public page of {email}", { email })}
              title={t("No custom URL yet")}
              className={actionLook}
            >
              <ExternalLink aria-hidden="true" className="size-5" />
            </button>
          )}
          <DemoButton user={user} />
          <Action
            name={t("Warn {email}", { email })}
            title={t("Warn")}
            isDisabled={isOwn}
            onPress={() => onAsk("warn")}
          >
            <MessageSquareWarning aria-hidden="true" className="size-5" />
          </Action>
          {user.suspended_at ? (
            <Action
              name={t("Lift the suspension of {email}", { email })}
              title={t("Lift suspension")}
              isDisabled={false}
              onPress={() =>
                lifting.state !== "submitting" &&
                lifting.submit({ intent: "lift-suspension", id }, { method: "post" })
              }
            >
              <Undo2 aria-hidden="true" className="size-5" />
            </Action>
          ) : (
            <Action
              name={t("Suspend {email}", { email })}
              title={t("Suspend")}
              isDisabled={isOwn || user.isOwner || user.role === "admin"}
              onPress={() => onAsk("suspend")}
            >
              <Ban aria-hidden="true" className="size-5" />
            </Action>
          )}
          <Action
            name={t("Delete {name}", { name: email })}
            title={t("Delete")}
            isDisabled={isOwn || user.isOwner}
            onPress={() => onAsk("delete")}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </Action>
        </div>
      </Cell>
    </tr>
  );
}

const actionLook =
  "inline-flex size-11 shrink-0 items-center justify-center rounded-box hover:bg-sunken disabled:opacity-40 disabled:hover:bg-transparent";

function Cell({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <td data-label={label} className={`min-w-0 lg:px-2 lg:py-3 lg:align-middle ${className}`}>
      {children}
    </td>
  );
}

function Mark({ isDanger = false, children }: { isDanger?: boolean; children: ReactNode }) {
  return (
    <span
      className={`rounded-full px-2 py-0.5 font-semibold text-xs ${
        isDanger ? "bg-danger-fill text-on-danger" : "bg-sunken text-foreground"
      }`}
    >
      {children}
    </span>
  );
}

function Action({
  name,
  title,
  isDisabled,
  onPress,
  children,
}: {
  name: string;
  title: string;
  isDisabled: boolean;
  onPress(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={name}
      title={title}
      disabled={isDisabled}
      onClick={onPress}
      className={actionLook}
    >
      {children}
    </button>
  );
}

/**
 * A fetcher for an action about one user, with a toast about its outcome as soon as that is known: in the list as it is
 * then, the row may stand on another page.
 */
function useAdminAction(failure: string) {
  const fetcher = useFetcher<{ done: string }>();
  const toast = useToast();
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, failure) ?? failure);
    else toast.success(answer.done);
  });
  return fetcher;
}

/** Shows the new role at once; a refused one goes back. An admin can do everything, so that role asks first. */
function RoleSelect({ user: { id, email, role }, isDisabled }: { user: ShownUser; isDisabled: boolean }) {
  const fetcher = useAdminAction(t(texts.roleFailure));
  const [isAsking, setIsAsking] = useState(false);
  const wanted = fetcher.formData?.get("role");
  const shown = wanted === "musician" || wanted === "admin" ? wanted : role;
  // One request at a time, and the next one as soon as it is answered; a disabled field would lose the focus meanwhile.
  const give = (role: string) =>
    fetcher.state !== "submitting" &&
    // Else the field would show the former role for a moment.
    fetcher.submit({ intent: "set-role", id, role }, { method: "post", flushSync: true });
  return (
    <>
      <select
        aria-label={t("Role of {email}", { email })}
        value={shown}
        disabled={isDisabled}
        onChange={({ currentTarget }) =>
          currentTarget.value === "admin" ? setIsAsking(true) : give(currentTarget.value)
        }
        className="min-h-11 rounded-box border border-edge bg-surface px-2 text-foreground text-sm disabled:opacity-60"
      >
        <option value="musician">{t("musician|a role")}</option>
        <option value="admin">{t("admin|a role")}</option>
      </select>
      <ConfirmDialog
        open={isAsking}
        title={t("Make admin")}
        confirmText={t("Make admin")}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          give("admin");
        }}
      >
        <p>
          <Rich
            text="{email} can then see every account, give and take roles (yours too), suspend and delete musicians, and change the site's settings."
            parts={{
              email: (
                <strong className="wrap-anywhere">
                  <bdi>{email}</bdi>
                </strong>
              ),
            }}
          />
        </p>
      </ConfirmDialog>
    </>
  );
}

/** [1 §4 Demo profile] */
function DemoButton({ user: { id, email, artist_name, is_demo_profile } }: { user: ShownUser }) {
  const fetcher = useAdminAction(t(texts.demoFailure));
  const wanted = fetcher.formData?.get("isOn");
  const isDemo = wanted ? wanted === "true" : is_demo_profile === true;
  return (
    <button
      type="button"
      aria-pressed={isDemo}
      aria-label={t("Demo profile: {email}", { email })}
      title={isDemo ? t("Remove demo profile status") : t("Set as demo page")}
      disabled={artist_name === null}
      onClick={() =>
        fetcher.state !== "submitting" &&
        fetcher.submit({ intent: "set-demo", id, isOn: String(!isDemo) }, { method: "post" })
      }
      className={`${actionLook} aria-pressed:text-link`}
    >
      <Star aria-hidden="true" className={`size-5 ${isDemo ? "fill-current" : ""}`} />
    </button>
  );
}
