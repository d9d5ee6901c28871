import { isTooMany, type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";

/** A scan asks the database a dozen times, and stores a file. */
const scansOfNetwork: LimitRule = { name: "diagnostics", tries: 60, windowSeconds: 300 };
/**
 * Set-up codes that one account tries from one network. A code has a hundred bits, so no limit of all accounts together
 * is needed, and none of a network alone: behind a proxy that isn't trusted all visitors are one network, and a stranger
 * could lock the operator out.
 */
const codesOfAccount: LimitRule = { name: "set-up-code", tries: 10, windowSeconds: 900 };

type Parts = Pick<Services, "limits" | "log">;

/** @throws AppError `too-many`. While the limits can't be counted, nothing that costs can be done either. */
export async function spendScan({ limits, log }: Parts, network: string): Promise<void> {
  try {
    await limits.spend(scansOfNetwork, limitKey(network));
  } catch (error) {
    if (isTooMany(error)) throw error;
    log.warn({ err: error }, "the limit of scans can't be counted");
  }
}

/** @throws AppError `too-many` */
export async function spendSetupCode({ limits }: Parts, userId: string, network: string): Promise<void> {
  await limits.spend(codesOfAccount, limitKey(userId, network));
}
