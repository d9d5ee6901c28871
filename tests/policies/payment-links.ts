import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const paymentLink = ["platform", "url", "display_order", "is_enabled"];
const paymentLinks = ["id", "user_id", ...paymentLink];

export const paymentLinksExpectations = (_: World, { me, them }: Relation) =>
  ({
    payment_links: {
      rows: {
        mine: me.paymentLink,
        "mine, disabled": me.disabledPaymentLink,
        theirs: them.paymentLink,
        "theirs, disabled": them.disabledPaymentLink,
      },
      visitor: { reads: { columns: paymentLinks, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: paymentLinks, rows: ["mine", "mine, disabled", "theirs"] },
        updates: { columns: paymentLink, rows: ["mine", "mine, disabled"] },
        deletes: ["mine", "mine, disabled"],
        inserts: {
          row: {
            user_id: me.id,
            platform: "kofi",
            url: "https://example.org",
            display_order: 1,
            is_enabled: true,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
  }) satisfies Expectations;
