import { createContext } from "react";
import type { AccountUploads } from "~/client/account-uploads.ts";

/** The uploads of the account whose screen it is. */
export const UploadsContext = createContext<AccountUploads | null>(null);
