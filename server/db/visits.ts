import { sql } from "kysely";
import type { Writer } from "./as.ts";

/** The site a visitor has come from, and their kind of device: as coarse as both are stored. */
export interface Visit {
  source: string;
  device: string;
}

/** Tells this transaction's counting triggers about the visit; without one they count the written rows, and no more. */
export async function noteVisit(tx: Writer, visit: Visit | undefined): Promise<void> {
  if (!visit) return;
  await sql`
    select set_config('app.visit_source', ${visit.source}, true),
      set_config('app.visit_device', ${visit.device}, true)`.execute(tx);
}
