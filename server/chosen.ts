import { type Chosen, changedText } from "../app/shared/chosen.ts";
import { AppError } from "./errors.ts";

/**
 * Within the transaction of an action on all items of a list: as many as its caller saw.
 * @throws AppError `conflict` when some came or went in the meantime
 */
export function requireCount(chosen: Chosen, rows: bigint): void {
  if ("count" in chosen && chosen.count !== Number(rows)) throw new AppError("conflict", changedText);
}
