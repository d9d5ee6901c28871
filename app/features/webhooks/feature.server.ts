import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { past } from "~/shared/archived";
import { webAddressField } from "~/shared/web-address-field";
import { mostEndpoints, subjectNames, tooManyText } from "./schema.ts";
import { newSecret } from "./signature.server.ts";

export default {
  tables: {
    webhook_endpoints: {
      owner: "user_id",
      exported: true,
      secrets: ["secret", "former_secret"],
      imported: {
        // Nothing is posted until its owner has taken the new secret there and switched it on.
        schema: z
          .object({
            url: webAddressField,
            subjects: z.array(z.enum(subjectNames)).min(1),
            created_at: past.optional(),
          })
          .transform((endpoint) => ({ ...endpoint, is_on: false, secret: newSecret() })),
        most: { rows: mostEndpoints, text: tooManyText },
      },
    },
    webhook_deliveries: {
      owner: "user_id",
      exported: "what was posted in the last days, and the answers",
    },
  },
} satisfies Feature;
