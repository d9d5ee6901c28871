import { DatabaseError } from "pg";
import type { RouterContextProvider } from "react-router";
import { AppError } from "#server/errors.ts";
import { pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { adminAction, requireAdmin } from "./actor.server.ts";
import { loadHand } from "./overview.server.ts";
import {
  deleteUser,
  liftSuspension,
  setDemo,
  setRole,
  shownUsers,
  suspendUser,
  warnUser,
} from "./users.server.ts";
import {
  databaseFailure,
  deletedText,
  demoRemoved,
  demoSet,
  fetchFailure,
  isSort,
  lifted,
  roleUpdated,
  searchLimit,
  sorts,
  suspended,
  type UsersAsked,
  userActionSchema,
  warned,
} from "./users.ts";

// The users' screen stands at two addresses, /admin and an admin's /dashboard: both load and act by these.

interface Asked {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The data of the users' screen. A failed load shows the documented text. [1 §8] */
export async function loadUsers({ request, context }: Asked) {
  const services = context.get(servicesContext);
  const { db, log, config } = services;
  const { userId } = requireAdmin(context);
  const asked = usersQueryOf(new URL(request.url).searchParams);
  const orElse =
    <Else>(failed: (error: unknown) => Else) =>
    (error: unknown) => {
      log.error({ err: error, userId }, "the users could not be loaded");
      return failed(error);
    };
  const [shown, hand] = await Promise.all([
    db
      .asAdmin(userId)
      .read((tx) => shownUsers(tx, config, asked))
      .catch(orElse((error) => ({ failure: failureOf(error) }))),
    loadHand(services, userId),
  ]);
  return { shown, asked, hand, reports: hand.reports ?? 0, ownId: userId };
}

export type UsersData = Awaited<ReturnType<typeof loadUsers>>;

function failureOf(error: unknown): string {
  if (error instanceof AppError) return databaseFailure(error.publicText);
  if (error instanceof DatabaseError) return databaseFailure(error.message);
  return t(fetchFailure);
}

function usersQueryOf(parameters: URLSearchParams): UsersAsked {
  const sort = parameters.get("sort") ?? "joined";
  const page = pageParam(parameters);
  if (!isSort(sort)) {
    throw new AppError("not-found", t("This page does not exist."));
  }
  const order = parameters.get("order");
  const direction = order === "asc" || order === "desc" ? order : sorts[sort];
  const search = (parameters.get("q") ?? "").replaceAll("\0", "").trim().slice(0, searchLimit);
  return { search, sort, direction, page };
}

export const usersAction = adminAction(userActionSchema, async (services, admin, form) => {
  switch (form.intent) {
    case "set-role":
      await setRole(services, admin, form.id, form.role);
      return { done: roleUpdated(form.role) };
    case "delete-user": {
      const { email, contents } = await deleteUser(services, admin, form.id);
      return { done: deletedText(email, contents) };
    }
    case "set-demo":
      await setDemo(services, admin, form.id, form.isOn);
      return { done: t(form.isOn ? demoSet : demoRemoved) };
    case "suspend-user":
      await suspendUser(services, admin, form.id, form.reason);
      return { done: t(suspended) };
    case "lift-suspension":
      await liftSuspension(services, admin, form.id);
      return { done: t(lifted) };
    case "warn-user":
      await warnUser(services, admin, form.id, form.content);
      return { done: t(warned) };
  }
});
