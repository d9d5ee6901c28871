/** The public pages' two scripts, built by `server/public-scripts.ts`. */
declare module "virtual:public-scripts" {
  /** The text of `pages/artist/inline.client.ts`, to stand in the page. */
  export const inlineScript: string;
}
