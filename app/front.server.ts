import type { Config } from "#server/config.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import { readCookie } from "~/features/auth/cookies.server";
import { readSessionCookie } from "~/features/auth/session.server";
import { flashCookie } from "~/services.server";

// What the server around the screens takes from the features. It knows none of them by name: whatever stands in a
// feature's `uploads.server.ts` or `jobs.server.ts` is found here.

export { hashPassword } from "~/features/auth/password.server";
export { viewerOf } from "~/features/auth/session.server";
export { cacheContext, callerContext, servicesContext } from "~/services.server";
export { withPublicErrors } from "~/shells/errors.server";

export const uploadKinds: Record<string, UploadKind> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Record<string, UploadKind>>("./features/*/uploads.server.ts", {
      eager: true,
      import: "uploadKinds",
    }),
  ),
);

export const jobHandlers: JobHandlers = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<JobHandlers>("./features/*/jobs.server.ts", { eager: true, import: "jobHandlers" }),
  ),
);

/** Whether the page at this path may be kept for strangers, if its loader permits: those on the stage. */
export function isStagePath(path: string): boolean {
  return path.startsWith("/artist/") || path === "/sample-bio";
}

/** What of a query a page on the stage looks at. Anything else, such as where a link was found, changes nothing. */
export const stageParameters = ["month", "before"];

/** Whether these cookies make an answer somebody's own: a session's, or what a form left for the next page. */
export function isPersonal(config: Config, cookies: string): boolean {
  return (
    readSessionCookie(config, cookies) !== undefined || readCookie(config, flashCookie, cookies) !== undefined
  );
}
