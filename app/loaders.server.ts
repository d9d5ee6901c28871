import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";

/** Further than any list goes; an offset of such a size is still a number to the database. */
const lastPage = 1_000_000;

/**
 * Which page of a list an address asks for, counted from 1.
 * @throws AppError `not-found` when it is no such number
 */
export function pageParam(searchParams: URLSearchParams): number {
  const page = Number(searchParams.get("page") ?? 1);
  if (!Number.isSafeInteger(page) || page < 1 || page > lastPage) {
    throw new AppError("not-found", t("This page does not exist."));
  }
  return page;
}

/** The rows of a screen; null where they can't be loaded, which is logged: the screen stands and says so. */
export function loadOrNull<Rows>(
  what: string,
  { log, userId }: Pick<Services, "log"> & { userId: string },
  rows: Promise<Rows>,
): Promise<Rows | null> {
  return rows.catch((error: unknown) => {
    log.error({ err: error, userId }, `${what} could not be loaded`);
    return null;
  });
}
