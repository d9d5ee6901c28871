import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { standardFormat } from "~/shared/formats";
import type { Account } from "./account.ts";
import { TopNavigation } from "./top-navigation.tsx";

const musician: Account = {
  artistName: "Mara Lindqvist",
  customUrl: "mara-lindqvist",
  email: "mara@handbill.example",
  id: "7",
  canAdminister: false,
  isSuspended: false,
  otherLanguages: [],
  unreadMessages: 0,
  formats: standardFormat,
};

/** The bar's links and buttons by region, as a screen reader reads them. */
function bar(account: Account, address = "/dashboard") {
  const routes = [{ path: "*", element: <TopNavigation account={account} /> }];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const html = renderToString(<RouterProvider router={router} />);
  const region = (name: string) =>
    html.match(new RegExp(`<nav[^>]*aria-label="${name}".*?</nav>`, "s"))?.[0] ?? "";
  const labels = (text: string) =>
    [...text.matchAll(/<(a|button)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , label = ""]) =>
      label.replace(/<span aria-hidden[^>]*>.*?<\/span>|<[^>]+>/g, ""),
    );
  return { html, links: labels(region("Main")), more: labels(region("More")), menu: labels(region("Menu")) };
}

const links = [
  "Dashboard",
  "Profile",
  "Music",
  "Gallery",
  "Videos",
  "Appearance",
  "Events",
  "Booking Requests",
];
const others = [
  "Fan Comments",
  "Messages",
  "Newsletter",
  "Analytics",
  "Social Links",
  "Press Kit",
  "Print a handbill",
  "Recently deleted",
];
const adminLinks = ["Admin Panel", "Messages", "Press Kit"];

test("a musician sees the musician's links, all other tools under 'More', and longer names in the menu", () => {
  expect(bar(musician).links).toEqual(links);
  expect(bar(musician).more).toEqual(others);
  expect(bar(musician).menu).toEqual([
    "Dashboard",
    "Musician Profile",
    "Music Library",
    "Photo Gallery",
    "Videos",
    "Bio Page Appearance",
    "Events Management",
    "Booking Requests",
    ...others,
    "Mara Lindqvist, account",
    "Preview Bio",
    "Sign Out",
  ]);
});

test("an admin sees three more", () => {
  const { links: seen, more, menu } = bar({ ...musician, canAdminister: true });
  expect(seen).toEqual([...links, ...adminLinks]);
  expect(more).toEqual(others.filter((label) => !adminLinks.includes(label)));
  expect(menu).toEqual(expect.arrayContaining(adminLinks));
});

test("unread messages are counted at the link to them, and marked on the buttons that it is behind", () => {
  const waiting = { ...musician, unreadMessages: 2 };
  expect(bar(waiting).more).toContain("Messages2 unread messages");
  expect(bar(waiting).html).toMatch(/aria-label="More, 2 unread messages"/);
  expect(bar(waiting).html).toMatch(/aria-label="Menu, 2 unread messages"/);
  const { links: seen, html } = bar({ ...waiting, canAdminister: true, unreadMessages: 100 });
  expect(seen).toContain("Messages99+ unread messages");
  expect(html).toMatch(/aria-label="More"/);
});

test("the open tool is marked, in the bar or on 'More' and in its list", () => {
  const current = (html: string) =>
    [...html.matchAll(/<a aria-current="page"[^>]*href="([^"]*)"/g)].map(([, to]) => to);
  expect(current(bar(musician, "/music/releases").html)).toEqual(["/music", "/music"]);
  const { html } = bar(musician, "/newsletter/letters");
  expect(current(html)).toEqual(["/newsletter", "/newsletter"]);
  expect(html).toContain('aria-label="More, Newsletter"');
});

test("the preview leads to the custom URL, else to the encoded artist name", () => {
  expect(bar(musician).html).toContain('href="/artist/mara-lindqvist"');
  expect(bar({ ...musician, customUrl: null, artistName: "AC/DC & Söhne" }).html).toContain(
    'href="/artist/AC%2FDC%20%26%20S%C3%B6hne"',
  );
});

test("without an artist name the preview is a button that leads nowhere", () => {
  const { html } = bar({ ...musician, customUrl: null, artistName: null });
  expect(html).not.toContain('href="/artist/');
  expect(html).toMatch(/<button[^>]*>Preview Bio/);
});

test("on an artist page the preview is called My Bio Page", () => {
  const { menu } = bar(musician, "/artist/somebody");
  expect(menu).toContain("My Bio Page");
  expect(menu).not.toContain("Preview Bio");
});

test("the account's e-mail address is in no part of the bar", () => {
  expect(bar(musician).html).not.toContain(musician.email);
});
