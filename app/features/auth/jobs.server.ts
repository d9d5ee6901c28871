import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { forgetExpiredSignUps } from "./pending-sign-ups.server.ts";

export function jobHandlers(): JobHandlers {
  return {};
}

/** Addresses of sign-ups whose link has run out, which nobody is to keep. */
export async function catchUp({ db }: Pick<Services, "db">): Promise<void> {
  await db.asSystem().write(forgetExpiredSignUps);
}
