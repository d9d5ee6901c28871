import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { cacheContext } from "~/services.server";
import { permitKeeping } from "./keep.server";

const until = new Date();

test.each([
  ["nova-sky", true],
  ["Nova Šky", true],
  ["nova šky", true],
  ["NOVA-SKY", false],
  ["Nova-sky", false],
  ["Nova šky", false],
  ["NOVA ŠKY", false],
])("a page is kept in its artist's spelling, or in small letters: %s", (slug, isKept) => {
  const context = new RouterContextProvider();
  context.set(cacheContext, {});
  permitKeeping(context, slug, { userId: "nova", artistName: "Nova Šky" }, until);
  expect(context.get(cacheContext).permit).toEqual(isKept ? { tags: ["nova"], until } : undefined);
});
