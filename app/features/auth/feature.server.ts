import type { Feature } from "#server/features.ts";

export default {
  tables: {
    credentials: { owner: "user_id", exported: "a secret" },
    sessions: { owner: "user_id", exported: "a secret" },
    known_devices: { owner: "user_id", exported: "a secret" },
    totp_factors: { owner: "user_id", exported: "a secret" },
    recovery_codes: { owner: "user_id", exported: "a secret" },
    sign_in_steps: { owner: "user_id", exported: "a secret" },
    address_changes: { owner: "user_id", exported: "a secret" },
    passkey_factors: { owner: "user_id", exported: "it belongs to the passkeys, which aren't" },
    passkeys: { owner: "user_id", exported: "good for this installation's address alone" },
    passkey_challenges: { owner: "user_id", exported: "a secret" },
    reset_tickets: { owner: "user_id", exported: "a secret" },
    sign_in_links: { owner: "user_id", exported: "a secret" },
    // There is no account yet.
    pending_sign_ups: { owner: null },
  },
} satisfies Feature;
