/** The scripts that stand in pages as text, built by `server/public-scripts.ts`. */
declare module "virtual:public-scripts" {
  /** `pages/artist/inline.client.ts`, for public pages. */
  export const inlineScript: string;
  /** `client/hydration-script.ts`, for the pages that React takes over. */
  export const hydrationScript: string;
}
