/**
 * The ids of the accounts that the demo brings: the musician, and the two who write with her. They are nobody's, so no number
 * of the site's counts them.
 */
export const demoAccountIds = [
  "de300000-0000-4000-8000-000000000001",
  "de300000-0000-4000-8000-000000000002",
  "de300000-0000-4000-8000-000000000003",
] as const;
