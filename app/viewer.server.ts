import { createContext, type RouterContextProvider } from "react-router";
import { AppError } from "#server/errors.ts";
import type { Language } from "~/shared/languages";
import { msg, t } from "~/shared/t";

/** The signed-in account. Loaded once a request by the root's middleware; null for a visitor. */
export interface Viewer {
  userId: string;
  email: string;
  role: "musician" | "admin";
  /** The language of the account's own screens; undefined where they follow the browser. */
  language?: Language;
  /** May act as an admin: by the stored role, and with a second factor where that is required. The database checks the same. */
  isAdmin: boolean;
  /** An admin by role who may do nothing as one before having a second factor. */
  lacksSecondFactor?: true;
  /** The account has the owner's address, and has confirmed it. */
  isOwner: boolean;
  /** The account has the owner's address and has yet to confirm it: until then it is like any other. */
  mustConfirm?: true;
  /** Where the account is suspended: all it may do is read why, take its data along and sign out. */
  suspension?: { since: Date; reason: string };
  /** Where this sign-in has just kept the account from being deleted: when it would have been. */
  keptFrom?: Date;
  /** The password was given within the last hour, in this session. */
  hasFreshPassword?: boolean;
  /** The same, within the last two minutes: it was asked for what is being done. */
  hasJustGivenPassword?: boolean;
}

export const viewerContext = createContext<Viewer | null>(null);

/** Set where the request's session could not be looked up, on a page that opens all the same. */
export const viewerUnknownContext = createContext(false);

/**
 * The signed-in account, for code behind the dashboard's gate.
 * @throws AppError `unauthenticated` for a visitor
 */
export function requireViewer(context: Readonly<RouterContextProvider>): Viewer {
  const viewer = context.get(viewerContext);
  if (!viewer) throw new AppError("unauthenticated", t("Please sign in to continue."));
  return viewer;
}

/** @throws AppError `forbidden` for a suspended account */
export function refuseSuspendedForm({ suspension }: Viewer): void {
  if (suspension) throw new AppError("forbidden", t("Your account is suspended: nothing was saved."));
}

export const lacksSecondFactorText = msg(
  "Nothing was saved: admins of this site must have a second factor. Set one up under Account, Security.",
);

/**
 * For an action that can't be undone or gives power away.
 * @throws AppError `forbidden` when the password was last given more than an hour ago
 */
export function requireFreshPassword(viewer: Viewer): void {
  if (viewer.hasFreshPassword) return;
  throw new AppError("forbidden", t("Please give your password again, and repeat what you did."));
}

/**
 * For an action that wants the password each time.
 * @throws AppError `forbidden` when it wasn't given just before
 */
export function requirePasswordAnew(viewer: Viewer): void {
  if (viewer.hasJustGivenPassword) return;
  throw new AppError(
    "forbidden",
    t("Please give your password, and repeat what you did within two minutes."),
  );
}
