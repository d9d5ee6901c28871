import { expect, test } from "vitest";
import { packedFolder } from "./packed-folder.ts";

/** A file of a folder that a browser was given. */
function fileAt(path: string): File {
  const file = new File(["x"], path.slice(path.lastIndexOf("/") + 1));
  return Object.defineProperty(file, "webkitRelativePath", { value: path });
}

async function namesIn(paths: readonly string[]): Promise<string[]> {
  const packed = await packedFolder(paths.map(fileAt));
  if ("problem" in packed) throw new Error(packed.problem);
  const text = Buffer.from(await packed.zip.arrayBuffer()).toString("latin1");
  return paths.filter((path) => text.includes(path));
}

test("of a folder the sounds and pictures are packed, of an account's archive its rows as well", async () => {
  expect(await namesIn(["a/1.mp3", "a/cover.jpg", "a/taxes.pdf", "a/.secret.jpg"])).toEqual([
    "a/1.mp3",
    "a/cover.jpg",
  ]);
  const archive = ["a/account.json", "a/data/page_links.json", "a/files/music/1.mp3"];
  expect(await namesIn([...archive, "a/data/page_links.csv", "a/index.html", "a/page/1.jpg"])).toEqual(
    archive,
  );
});
