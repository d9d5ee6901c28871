import { Outlet } from "react-router";

/** A frame on another site: a document that has nothing around its one thing, and knows no account. */
export default function EmbedLayout() {
  return <Outlet />;
}
