import type { RouterContextProvider } from "react-router";
import { AppError } from "#server/errors.ts";
import { requireViewer, type Viewer } from "~/viewer.server";

/**
 * The admin who sends the request. The layout's gate has let only admins through; every action checks once more.
 * @throws AppError `forbidden` for a musician, `unauthenticated` for a visitor
 */
export function requireAdmin(context: Readonly<RouterContextProvider>): Viewer {
  const viewer = requireViewer(context);
  if (!viewer.isAdmin) throw new AppError("forbidden", "This page is for admins.");
  return viewer;
}
