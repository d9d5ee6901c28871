import { type MiddlewareFunction, redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { requireViewer, viewerContext } from "~/viewer.server";

/** Lets only signed-in accounts pass; a stranger is sent to /signin. [1 §2] */
export const signedInOnly: MiddlewareFunction<Response> = ({ context }) => {
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
