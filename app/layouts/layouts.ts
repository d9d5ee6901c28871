import type { RouteConfigEntry } from "@react-router/dev/routes";

/** The routes a feature brings, by the layout each stands in. A feature's `routes.ts` exports this as default. */
export interface FeatureRoutes {
  /** Landing, accounts, legal pages: Handbill's own look and the header. */
  street?: RouteConfigEntry[];
  /** Only for strangers: whoever is signed in is sent to /dashboard. */
  door?: RouteConfigEntry[];
  /** Artist pages. */
  stage?: RouteConfigEntry[];
  /** Pages of the bench that open for everyone. */
  open?: RouteConfigEntry[];
  /** The musician's tools, behind the sign-in gate. */
  dashboard?: RouteConfigEntry[];
  /** For every account, also a suspended one. */
  account?: RouteConfigEntry[];
  /** The admin's pages, behind the admin gate. */
  admin?: RouteConfigEntry[];
  /** Resources without a screen. */
  bare?: RouteConfigEntry[];
}
