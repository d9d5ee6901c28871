import { Outlet } from "react-router";
import { previewTexts } from "~/shared/page-preview";
import { t } from "~/shared/t";
import { useSite } from "~/ui/site-name";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/preview";
import { signedInOnly } from "./gates.server";
import { PublicFrame } from "./public-frame.tsx";
import { speakAsPage } from "./reader.server";

/**
 * Tells a frame of a guest or a suspended account that it has no page. The screens they are led to can't be framed: the
 * one around the frame says what happened.
 */
const refuseFrame: Route.MiddlewareFunction = ({ request, context }, next) => {
  const viewer = context.get(viewerContext);
  const isTheirs = viewer !== null && !viewer.suspension;
  if (request.headers.get("Sec-Fetch-Dest") !== "iframe" || isTheirs) return next();
  return new Response(viewer ? t("Your account is suspended.") : t(previewTexts.signedOut), {
    status: viewer ? 403 : 401,
    headers: {
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
      "Cache-Control": "no-store",
    },
  });
};

export const middleware: Route.MiddlewareFunction[] = [refuseFrame, signedInOnly, speakAsPage];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

/** The public page for its musician alone, as visitors will see it. Only this site's screens may frame it. */
export default function PreviewLayout() {
  return (
    <PublicFrame account={null} site={useSite()}>
      <Outlet />
    </PublicFrame>
  );
}
