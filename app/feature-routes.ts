import type { RouteConfigEntry } from "@react-router/dev/routes";

/** The routes a feature brings, by the layout that each has. A feature's `routes.ts` exports this as default. */
export interface FeatureRoutes {
  /** Landing, accounts, legal pages: Handbill's own theme and the header. */
  site?: RouteConfigEntry[];
  /** Only for guests: an account that is signed in is sent to /dashboard. */
  guestOnly?: RouteConfigEntry[];
  /** Artist pages. */
  public?: RouteConfigEntry[];
  /** Diagnostic pages, which open for every visitor. */
  diagnostics?: RouteConfigEntry[];
  /** The musician's tools, behind the sign-in gate. */
  dashboard?: RouteConfigEntry[];
  /** The pages of the account itself, each a tab; for suspended accounts too. */
  account?: RouteConfigEntry[];
  /** For every account, also a suspended one. */
  anyAccount?: RouteConfigEntry[];
  /** The admin's pages, behind the admin gate. */
  admin?: RouteConfigEntry[];
  /** Resource routes: no screen and no layout. */
  resource?: RouteConfigEntry[];
}
