import { type MiddlewareFunction, redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { requireViewer, viewerContext } from "~/viewer.server";

/**
 * Lets only signed-in accounts pass: a stranger is sent to /signin [1 §2], and whoever is suspended to where it says
 * why.
 */
export const signedInOnly: MiddlewareFunction<Response> = ({ context }) => {
  const viewer = context.get(viewerContext);
  if (!viewer) throw redirect("/signin");
  if (viewer.suspension) throw redirect("/suspended");
};

/** Lets everybody pass but whoever is suspended. */
export const notSuspended: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(viewerContext)?.suspension) throw redirect("/suspended");
};

/** Lets only suspended accounts pass. */
export const suspendedOnly: MiddlewareFunction<Response> = ({ context }) => {
  const viewer = context.get(viewerContext);
  if (!viewer) throw redirect("/signin");
  if (!viewer.suspension) throw redirect("/dashboard");
};

/** Lets every signed-in account pass, suspended or not. */
export const anyAccountOnly: MiddlewareFunction<Response> = ({ context }) => {
  if (!context.get(viewerContext)) throw redirect("/signin");
};

/** Lets only admins and the owner pass: a stranger is sent to /signin, a musician gets 403. [decisions: Admin guard] */
export const adminOnly: MiddlewareFunction<Response> = (args, next) => {
  signedInOnly(args, next);
  if (!requireViewer(args.context).isAdmin) {
    throw new AppError("forbidden", "This page is for admins.");
  }
};

/** Sends whoever is signed in to the dashboard. [1 §2] */
export const strangersOnly: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(viewerContext)) throw redirect("/dashboard");
};
