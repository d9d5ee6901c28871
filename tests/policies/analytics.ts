import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

export const analyticsExpectations = ({ saltedDay }: World, { me, them }: Relation) =>
  ({
    analytics_days: {
      rows: { mine: me.id, theirs: them.id },
      key: "user_id",
      musician: {
        reads: { columns: ["user_id", "facet", "day", "kind", "value", "count"], rows: ["mine"] },
      },
    },
    analytics_listening: {
      rows: { mine: me.track.id, theirs: them.track.id },
      key: "track_id",
      musician: { reads: { columns: ["track_id", "day", "user_id", "heard"], rows: ["mine"] } },
    },
    analytics_salts: { rows: { "a day's": saltedDay }, key: "day" },
    analytics_visitors: { rows: { mine: me.id, theirs: them.id }, key: "user_id" },
  }) satisfies Expectations;
