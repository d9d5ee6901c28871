import type { UploadKind } from "#server/http/uploads.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";

// What the server around the screens takes from the features. It knows none of them by name: whatever stands in a
// feature's `uploads.server.ts` or `jobs.server.ts` is found here.

export { hashPassword } from "~/features/auth/password.server";
export { viewerOf } from "~/features/auth/session.server";
export { callerContext, servicesContext } from "~/services.server";
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
