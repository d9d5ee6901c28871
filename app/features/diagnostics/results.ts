import { msg, t } from "~/shared/t";
// The results of the diagnostics, for server and browser. [2 §4, §8]

export type Status = "pass" | "warning" | "fail";

/** The fixes that tests offer, in the order in which they are applied: rows are written under the policies. [2 §4] */
export const fixes = ["fix_rls", "create_user", "create_profile"] as const;
export type Fix = (typeof fixes)[number];

export interface TestResult {
  name: string;
  status: Status;
  message: string;
  /** More to read, a line each. */
  details?: string[];
  fix?: Fix;
}

/** An artist whose page can be tried. */
export interface FoundProfile {
  artistName: string;
  customUrl: string | null;
}

export interface Report {
  results: TestResult[];
  /** The profiles that the account may see here. */
  profiles: FoundProfile[];
}

/** The number of results of each status. */
export function countsOf(results: readonly TestResult[]): Record<Status, number> {
  const counts = { pass: 0, warning: 0, fail: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

/** The offered fixes, each once and in their order. */
export function fixesOffered(results: readonly TestResult[]): Fix[] {
  return fixes.filter((fix) => results.some((result) => result.fix === fix));
}

export const userMissing = msg("User not found in users table");
export const userFailed = msg("User query error");
export const profileMissing = msg("Musician profile not found");
export const bucketMissing = msg("Bucket not found");
export const bucketAdvice = [
  msg("Create a bucket named 'uploads'."),
  msg("Make it public: the server itself asks who may see a file."),
  msg("Allow image and audio types."),
];

export const fixed = msg("Database issues fixed! Please try your actions again.");
export const signInToFix = msg("Must be logged in to fix issues");
export const userCreated = msg("User record created successfully");
export const profileCreated = msg("Musician profile created successfully");
export const userThere = msg("The user record is there already");
export const profileThere = msg("The musician profile is there already");
export const uploadDone = msg("Storage test upload successful!");
export const imageUploadDone = msg("Profile image test upload successful!");
export const fixFailed = (reason: string) => t("Failed to fix issues: {reason}", { reason });
export const userNotCreated = (reason: string) => t("Failed to create user record: {reason}", { reason });
export const profileNotCreated = (reason: string) =>
  t("Failed to create musician profile: {reason}", { reason });
export const uploadFailed = (reason: string) => t("Storage test failed: {reason}", { reason });
export const imageUploadFailed = (reason: string) => t("Image test failed: {reason}", { reason });
