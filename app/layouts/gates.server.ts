import { type MiddlewareFunction, redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { readerContext } from "~/services.server";
import { homePath, returnParameter, returnPath, signInPath, signInToSavePath } from "~/shared/return-path";
import { securityPath } from "~/shared/security-path";
import { accountHeader } from "~/shared/sign-in-again";
import { t } from "~/shared/t";
import {
  lacksSecondFactorText,
  refuseSuspendedForm,
  requireViewer,
  type Viewer,
  viewerContext,
} from "~/viewer.server";

type Call = Pick<Parameters<MiddlewareFunction<Response>>[0], "request" | "url" | "context">;

/**
 * Lets only signed-in accounts pass: a guest is sent to /signin [1 §2], a suspended account to the page
 * that says why.
 */
export const signedInOnly: MiddlewareFunction<Response> = (call) => {
  refuseSuspended(call, requireAccount(call));
};

/** Lets every request pass but those of suspended accounts. */
export const notSuspended: MiddlewareFunction<Response> = (call) => {
  const viewer = call.context.get(viewerContext);
  if (viewer) speakTo(viewer, call);
  refuseSuspended(call, viewer);
};

/** Lets only suspended accounts pass. */
export const suspendedOnly: MiddlewareFunction<Response> = (call) => {
  if (!requireAccount(call).suspension) throw redirect(homePath);
};

/** Lets every signed-in account pass, suspended or not. */
export const anyAccountOnly: MiddlewareFunction<Response> = (call) => {
  requireAccount(call);
};

/**
 * The account that acts. A guest's request for a document leads to /signin and from there back; a form takes its text
 * along. A script's request gets an error, so that the screen stays; so does one sent after another account has signed in
 * in this browser: the screen shows the first account's data.
 */
function requireAccount({ request, url, context }: Call): Viewer {
  const viewer = context.get(viewerContext);
  const shownTo = request.headers.get(accountHeader);
  if (viewer && (shownTo === null || shownTo === viewer.userId)) {
    speakTo(viewer, { context });
    return viewer;
  }
  if (isForScript(request)) throw new AppError("unauthenticated", t("Please sign in to continue."));
  const goal = url.pathname + url.search;
  const type = request.headers.get("Content-Type") ?? "";
  if (request.method === "POST" && type.startsWith("application/x-www-form-urlencoded")) {
    // With this status the browser sends the form itself there.
    throw redirect(signInToSavePath(goal), { status: 307 });
  }
  throw redirect(signInPath(goal));
}

/** The account's own screens are in its language, whatever browser it sits at. */
function speakTo({ language }: Viewer, { context }: Pick<Call, "context">): void {
  if (language) context.get(readerContext).asked = language;
}

function refuseSuspended({ request }: Call, viewer: Viewer | null): void {
  if (!viewer?.suspension) return;
  // Leading a form away would throw away what was typed.
  if (isForScript(request) && request.method !== "GET") refuseSuspendedForm(viewer);
  throw redirect("/suspended");
}

/** Whether the answer is for a script, which shows it on the screen that is there. */
function isForScript({ url, headers }: Request): boolean {
  return new URL(url).pathname.endsWith(".data") || headers.has(accountHeader);
}

/**
 * Lets only admins and the owner pass: a guest is sent to /signin, a musician gets 403 [decisions: Admin guard], an admin
 * who lacks the required second factor is led to where it is set up, which says why.
 */
export const adminOnly: MiddlewareFunction<Response> = (args, next) => {
  signedInOnly(args, next);
  leadToSecondFactor(args);
  if (!requireViewer(args.context).isAdmin) {
    throw new AppError("forbidden", t("This page is for admins."));
  }
};

function leadToSecondFactor({ request, context }: Call): void {
  if (!requireViewer(context).lacksSecondFactor) return;
  if (isForScript(request) && request.method !== "GET") {
    throw new AppError("forbidden", t(lacksSecondFactorText));
  }
  throw redirect(securityPath);
}

/** Lets only guests pass: a signed-in account is sent on to its goal, else to the dashboard. [1 §2] */
export const guestsOnly: MiddlewareFunction<Response> = ({ url, context }) => {
  if (!context.get(viewerContext)) return;
  throw redirect(returnPath(url.searchParams.get(returnParameter)) ?? homePath);
};
