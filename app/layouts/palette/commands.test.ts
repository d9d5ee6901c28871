import { expect, test } from "vitest";
import type { Account } from "../account.ts";
import { commandsOf, matching } from "./commands.ts";

const account: Account = {
  id: "1",
  artistName: null,
  customUrl: null,
  email: "nova@example.org",
  canAdminister: false,
  isSuspended: false,
  otherLanguages: [],
  unreadMessages: 0,
  formats: { format: "en-GB", timeZone: "Europe/London" },
};
const titlesFor = (typed: string, of = account) => matching(commandsOf(of), typed).map(({ title }) => title);

test("words are looked for in titles and texts, and what begins with them comes first", () => {
  expect(titlesFor("music")[0]).toBe("Music Library");
  expect(titlesFor("time zone")).toEqual(["Preferences"]);
  expect(titlesFor("ZONE  formats")).toEqual(["Preferences"]);
  expect(titlesFor("no such thing")).toEqual([]);
});

test("before anything is typed a few of each group are there", () => {
  const groups = Map.groupBy(matching(commandsOf(account), " "), ({ group }) => group);
  expect([...groups.keys()]).toEqual(["Actions", "Tools", "Settings"]);
  for (const of of groups.values()) expect(of.length).toBeLessThanOrEqual(8);
});

test("a page can be opened by who has one, the admin panel by an admin", () => {
  expect(titlesFor("my page")).toEqual([]);
  expect(titlesFor("my page", { ...account, artistName: "Nova" })).toEqual([
    "Open my page",
    "Copy my page's address",
  ]);
  expect(titlesFor("admin panel")).toEqual([]);
  expect(titlesFor("admin panel", { ...account, canAdminister: true })).toEqual(["Admin Panel"]);
});
