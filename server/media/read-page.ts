import { Parser } from "htmlparser2";
import { msg } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import type { ImportedPage } from "./import-file.ts";
import { importLimits } from "./import-limits.ts";
import { pruned } from "./pruned.ts";

const mostLinks = 500;
const textLength = 500;
/** A picture as a saved page holds it. Addresses of others are never fetched. */
const ownPicture = /^data:image\/(?:png|jpeg|webp|gif);base64,/;

/**
 * The links of a saved web page with their words and the pictures within the file, and the data of a page by Next.js.
 * Scripts are read as text, never run.
 * @throws AppError `invalid` when its data aren't whole
 */
export function readPage(html: string): ImportedPage {
  const links: ImportedPage["links"] = [];
  let link: ImportedPage["links"][number] | undefined;
  let data = "";
  let isData = false;
  let unseen = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "script" || name === "style" || name === "svg") {
        unseen++;
        isData = name === "script" && attributes.id === "__NEXT_DATA__";
      }
      if (name === "a" && links.length < mostLinks) {
        link = { href: cut(attributes.href), text: "", classes: cut(attributes.class) };
        links.push(link);
      }
      const { src = "" } = attributes;
      if (name === "img" && link && !link.picture && ownPicture.test(src)) {
        if (src.length <= importLimits.pictureLength) link.picture = src;
      }
    },
    ontext(text) {
      if (isData) data += text;
      else if (unseen === 0 && link && link.text.length < textLength) link.text += text;
    },
    onclosetag(name) {
      if (name === "script" || name === "style" || name === "svg") {
        unseen--;
        isData = false;
      }
      if (name === "a") link = undefined;
    },
  });
  parser.write(html);
  parser.end();
  for (const each of links) each.text = each.text.replace(/\s+/g, " ").trim().slice(0, textLength);
  return { is: "page", data: data === "" ? null : dataOf(data), links };
}

const cut = (text = "") => text.slice(0, 2_000);

function dataOf(json: string): unknown {
  try {
    return pruned(JSON.parse(json));
  } catch (cause) {
    throw new AppError("invalid", msg("The data of this page aren't whole. Please save the page again."), {
      cause,
    });
  }
}
