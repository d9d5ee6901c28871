import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { cacheContext } from "~/services.server";
import { allowCaching } from "./cache-directive.server";

const until = new Date();

test.each([
  ["nova-sky", true],
  ["Nova Šky", true],
  ["nova šky", true],
  ["NOVA-SKY", false],
  ["Nova-sky", false],
  ["Nova šky", false],
  ["NOVA ŠKY", false],
])("a page is cached in its artist's spelling, or in small letters: %s", (slug, isCached) => {
  const context = new RouterContextProvider();
  context.set(cacheContext, {});
  allowCaching(context, slug, { userId: "nova", artistName: "Nova Šky" }, until);
  expect(context.get(cacheContext).cacheDirective).toEqual(isCached ? { tags: ["nova"], until } : undefined);
});
