import { createContext } from "react-router";
import type { Services } from "#server/services.ts";

/** What the server lends every loader and action. Filled by the front before React Router sees the request. */
export const servicesContext = createContext<Services>();

/** Who is calling, as far as the connection tells. */
export interface Caller {
  /** The client's address, believed through `TRUST_PROXY` proxies. */
  address: string;
  /** Random, new for each request; allows the page's own inline scripts. */
  nonce: string;
  requestId: string;
}

export const callerContext = createContext<Caller>();
