import { artistPath } from "../../app/shared/artist-address.ts";
import { profileBySlug } from "../db/fragments.ts";
import { StartError } from "../errors.ts";
import { artistCopy } from "../static-copy/artist-copy.ts";
import { publishCopy } from "../static-copy/publish.ts";
import { type Command, printLine, required } from "./command.ts";

const statement = {
  name: "published-artist",
  text: `select custom_url as "customUrl", artist_name as "artistName" from ${profileBySlug} profile`,
};

export const publishStatic: Command = {
  usage: "publish-static --artist SLUG --to DIR",
  summary: "Writes an artist's public page as a folder for any web host.",
  more: `
SLUG is what the page's address ends with. The folder is made, or is one that this command has written before: then only
what has changed is written, and what is gone from the page is removed. Forms become links to the site, which stays the
page's canonical address.`,
  options: { artist: { type: "string" }, to: { type: "string" } },
  async run(parts, options) {
    const slug = required(options, "artist");
    const to = required(options, "to");
    const [artist] = await parts.db
      .asVisitor()
      .readOnce<{ customUrl: string | null; artistName: string }>(statement, [slug]);
    const path = artist && artistPath(artist);
    if (!path) throw new StartError(`There is no public page of an artist at /artist/${slug}.`);
    const { visitOf } = await import("./visit.ts");
    const files = artistCopy({
      visit: await visitOf(parts),
      origin: parts.config.origin,
      artistPath: path,
      storedName: (address) =>
        `files/${address
          .split("/")
          .filter((_, at) => at === 2 || at === 4)
          .join("/")}`,
      isForWeb: true,
    });
    const { written, unchanged, removed, missing } = await publishCopy(parts.storage, files, to);
    printLine(`${to}: ${written} files written, ${unchanged} as they were, ${removed} removed`);
    for (const name of missing) printLine(`  missing: ${name}, which is gone from the store`);
    return missing.length > 0 ? 3 : 0;
  },
};
