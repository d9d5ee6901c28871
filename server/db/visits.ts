import { sql } from "kysely";
import type { Writer } from "./as.ts";

/** Where a visitor has come from, and what they hold in their hands: as coarse as both are kept. */
export interface Visit {
  source: string;
  device: string;
}

/** Tells this transaction's counting triggers who writes; without a visit they count what is written, and no more. */
export async function noteVisit(tx: Writer, visit: Visit | undefined): Promise<void> {
  if (!visit) return;
  await sql`
    select set_config('app.visit_source', ${visit.source}, true),
      set_config('app.visit_device', ${visit.device}, true)`.execute(tx);
}
