import { z } from "zod";
import { type AccountContents, contentsParts, contentsText } from "~/shared/account-contents";
import { switchField } from "~/shared/fields";
import { msg, t } from "~/shared/t";
import { requiredText } from "~/shared/text-fields";

/** How many users a page of the table has. */
export const usersPerPage = 25;
export const searchLimit = 100;

/** The columns by which the table can be sorted, and the first direction of each. */
export const sorts = { joined: "desc", user: "asc", profile: "asc", role: "asc" } as const;
export type Sort = keyof typeof sorts;

export function isSort(name: string): name is Sort {
  return Object.hasOwn(sorts, name);
}

export interface UsersAsked {
  search: string;
  sort: Sort;
  direction: "asc" | "desc";
  /** From 1. */
  page: number;
}

/** The address of the table as it is asked for. */
export function usersPath({ search, sort, direction, page }: UsersAsked): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (sort !== "joined") query.set("sort", sort);
  if (direction !== sorts[sort]) query.set("order", direction);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/admin?${query}` : "/admin";
}

export const suspensionSchema = z.object({
  intent: z.literal("suspend-user"),
  id: z.uuid(),
  reason: requiredText(msg("Please say why: the musician reads it"), 500),
});
export const warningSchema = z.object({
  intent: z.literal("warn-user"),
  id: z.uuid(),
  content: requiredText(msg("Please write what the musician is to read"), 1000),
});

/** The forms of the users' screen, by their `intent`. */
export const userActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("set-role"), id: z.uuid(), role: z.enum(["musician", "admin"]) }),
  z.object({ intent: z.literal("delete-user"), id: z.uuid() }),
  z.object({ intent: z.literal("set-demo"), id: z.uuid(), isOn: switchField }),
  suspensionSchema,
  z.object({ intent: z.literal("lift-suspension"), id: z.uuid() }),
  warningSchema,
]);

// [1 §5, §8]
export const ownRoleText = msg("Cannot change your own admin role");
export const ownAccountText = msg("Cannot delete your own account");
export const roleFailure = msg("Failed to update user role");
export const deleteFailure = msg("Failed to delete user");
export const demoFailure = msg("Failed to update demo profile");
export const roleUpdated = (role: "musician" | "admin") =>
  role === "admin" ? t("User role updated to admin") : t("User role updated to musician");
export const demoRemoved = msg("Demo profile status removed");
export const demoSet = msg("Profile set as demo page");
export const fetchFailure = msg("Failed to fetch users");
export const networkFailure = msg(
  "Network connection failed. Please check your server configuration and internet connection.",
);
export const databaseFailure = (message: string) => t("Database error: {message}", { message });

export const suspendFailure = msg("Failed to suspend user");
export const suspended = msg("User suspended");
export const liftFailure = msg("Failed to lift the suspension");
export const lifted = msg("Suspension lifted");
export const warnFailure = msg("Failed to send the warning");
export const warned = msg("Warning sent");

/** [1 §8]: a confirmation naming the deleted user's address. */
export function deletedText(email: string, contents: AccountContents): string {
  return contentsParts(contents).length === 0
    ? t("User {email} deleted", { email })
    : t("User {email} deleted, with {contents}", { email, contents: contentsText(contents) });
}
