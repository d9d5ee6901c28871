/** The scripts that stand in pages as text, or their addresses, built by `server/public-scripts.ts`. */
declare module "virtual:public-scripts" {
  /** `pages/artist/inline.client.ts`, for public pages. */
  export const inlineScript: string;
  /** `pages/embed/embed.client.ts`, for frames on other sites. */
  export const embedScript: string;
  /** `pages/artist/copy-player.client.ts`, for copies of them. */
  export const copyScript: string;
  /** `client/hydration-script.ts`, for the pages that React takes over. */
  export const hydrationScript: string;
  /** The address of `pages/site.client.ts`, for Handbill's own documents. */
  export const siteScript: string;
  /** The English texts that the scripts of such documents say in the reader's language. */
  export const scriptTexts: Record<"page" | "copy" | "embed" | "site", string[]>;
}
