import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { standardFormat } from "~/shared/formats";
import Landing from "../pages/landing/landing.route.tsx";
import type { Account } from "./account.ts";
import { SiteHeader } from "./site-header.tsx";

type Registration = "open" | "unlisted" | "closed";

function page(registration: Registration, account: Account | null = null): string {
  const screen = (
    <>
      <SiteHeader account={account} />
      <Landing />
    </>
  );
  const router = createMemoryRouter([{ id: "root", path: "/", loader: () => null, element: screen }], {
    hydrationData: {
      loaderData: { root: { viewer: account, registration, origin: "https://handbill.example" } },
    },
  });
  return renderToString(<RouterProvider router={router} />);
}

const callsToAction = ["Get Started", "Get Started Free", "Start Building Now - It&#x27;s Free!"];

test.each<Registration>(["unlisted", "closed"])(
  "%s: no call to action leads anywhere, and each says why",
  (mode) => {
    const html = page(mode);
    expect(html).not.toContain('href="/signup"');
    for (const call of callsToAction) {
      const button = html.match(new RegExp(`<button[^>]*aria-describedby="([^"]+)"[^>]*>${call}</button>`));
      expect(button?.[0]).toContain('aria-disabled="true"');
      expect(html).toMatch(
        new RegExp(`<span id="${button?.[1]}" role="tooltip"[^>]*>Registration temporarily disabled</span>`),
      );
    }
  },
);

test("open: every call to action leads to /signup", () => {
  const html = page("open");
  expect(html).not.toContain("Registration temporarily disabled");
  for (const call of callsToAction)
    expect(html).toMatch(new RegExp(`<a[^>]*href="/signup"[^>]*>${call}</a>`));
});

test("a visitor may sign in; a signed-in user may sign out", () => {
  expect(page("unlisted")).toContain(">Sign In</a>");
  const account = {
    artistName: null,
    customUrl: null,
    email: "a@handbill.example",
    id: "7",
    canAdminister: false,
    isSuspended: false,
    otherLanguages: [],
    unreadMessages: 0,
    formats: standardFormat,
  };
  const own = page("unlisted", account);
  expect(own).not.toContain(">Sign In</a>");
  expect(own).toContain('action="/signout"');
  expect(own).not.toContain("Musician View");
  expect(page("unlisted", { ...account, canAdminister: true })).toContain("Musician View");
  const suspended = page("unlisted", { ...account, isSuspended: true });
  expect(suspended).toContain('href="/suspended"');
  expect(suspended).not.toContain('href="/dashboard"');
});

test("the hero reads as one sentence", () => {
  const heading = page("unlisted")
    .match(/<h1.*?<\/h1>/s)?.[0]
    .replace(/<[^>]+>/g, "");
  expect(heading).toBe("Your Music, Your Story, All in One Place");
});
