import { Outlet } from "react-router";
import type { Route } from "./+types/embed";
import { speakToReader } from "./reader.server";

export const middleware: Route.MiddlewareFunction[] = [speakToReader];

/** A frame on another site: a document that has nothing around its one thing, and knows no account. */
export default function EmbedLayout() {
  return <Outlet />;
}
