/** The stage's two scripts, built by `server/stage-scripts.ts`. */
declare module "virtual:stage-scripts" {
  /** The text of `pages/artist/core.ts`, to stand in the page. */
  export const core: string;
}
