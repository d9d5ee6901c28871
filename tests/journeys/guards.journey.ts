import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { expectAccessible, phone } from "../harness/browser.ts";
import { startMailServer } from "../harness/smtp-server.ts";
import { openTestApp } from "../harness/test-app.ts";

// Every protected route of [1 §2], asked for as a page and as the data behind it.
const dashboard = [
  "/profile",
  "/music",
  "/gallery",
  "/social-links",
  "/comments",
  "/settings",
  "/video",
  "/press-kit",
  "/booking-requests",
  "/events",
  "/analytics",
  "/messages",
  "/musician-dashboard",
  "/dashboard",
];

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { handbill, browser, newAccount } = await openTestApp({
  OWNER_EMAIL: "owner@example.org",
  SMTP_URL: mailServer.url,
});
const musicianCookie = await cookieOf((await newAccount("musician")).page);

async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function fetchAs(path: string, cookie = "", init: RequestInit = {}): Promise<Response> {
  return fetch(handbill.origin + path, {
    redirect: "manual",
    ...init,
    headers: { Cookie: cookie, ...init.headers },
  });
}

test.each([...dashboard, "/admin"])("a stranger who asks for %s is sent to /signin", async (path) => {
  const page = await fetchAs(path);
  const signIn = path === "/dashboard" ? "/signin" : `/signin?to=${encodeURIComponent(path)}`;
  expect([page.status, page.headers.get("location")]).toEqual([302, signIn]);
  expect(await page.text()).toBe("");
});

test.each([...dashboard, "/admin"])(
  "a visitor gets no data of %s either, whichever route is named",
  async (path) => {
    const routes = [
      "",
      "?_routes=",
      `?_routes=pages${path}.route`,
      `?_routes=features${path}/dashboard`,
      `?_routes=layouts/dashboard,features${path}/dashboard`,
    ];
    for (const query of routes) {
      const answer = await fetchAs(`${path}.data${query}`);
      expect([query, answer.status]).toEqual([query, 401]);
      expect(await answer.text()).toContain("Please sign in to continue.");
    }
  },
);

test.each([
  ["/profile", 307],
  ["/profile.data", 401],
  ["/music", 307],
  ["/music.data", 401],
])("a stranger's form to %s changes nothing", async (path, status) => {
  const body = new URLSearchParams({ artist_name: "Nobody", cover_image_size: "large" });
  const answer = await fetchAs(path, "", { method: "POST", body });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("location")).toBe(
    status === 307 ? `/signin/save?to=${encodeURIComponent(path)}` : null,
  );
  expect((await fetchAs("/artist/nobody")).status).toBe(404);
});

test("a visitor uploads nothing", async () => {
  const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": "10" };
  expect((await fetchAs("/upload", "", { method: "POST", headers })).status).toBe(401);
});

test("a musician passes the dashboard's gate and is refused at the admin's, page and data", async () => {
  for (const path of dashboard)
    expect([path, (await fetchAs(path, musicianCookie)).status]).toEqual([path, 200]);
  for (const path of ["/admin", "/admin.data", "/admin.data?_routes=pages/admin.route"]) {
    const answer = await fetchAs(path, musicianCookie);
    expect([path, answer.status]).toEqual([path, 403]);
  }
});

test("the owner becomes an admin by the mailed link, and no answer to a browser shows the owner's address", async () => {
  const { page } = await newAccount("owner", { viewport: phone });
  const owner = await cookieOf(page);
  expect((await fetchAs("/admin", owner)).status).toBe(403);
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByText(/^A link was mailed to you: open it in this browser/).waitFor();
  await expectAccessible(page);
  const mailed = () => mailServer.received.find(({ recipient }) => recipient === "owner@example.org")?.text;
  await expect.poll(mailed).toBeTruthy();
  const link = /http\S+confirm-email\S+/.exec(mailed() ?? "")?.[0] ?? "";

  const stranger = await browser.newPage();
  await stranger.goto(link);
  await stranger.getByText(/^Sign in first, in this browser/).waitFor();
  await expectAccessible(stranger);
  await page.goto(link);
  await expectAccessible(page);
  expect((await fetchAs("/admin", owner)).status).toBe(403);
  await page.getByRole("button", { name: "Yes, confirm my address" }).click();
  await page.getByText("Address confirmed").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the admin dashboard" }).click();
  await page.getByRole("heading", { name: /^All users/ }).waitFor();
  expect((await fetchAs("/admin", owner)).status).toBe(200);

  expect(await (await fetchAs("/", musicianCookie)).text()).not.toContain("owner@example.org");
  expect(await (await fetchAs("/dashboard", musicianCookie)).text()).not.toContain("owner@example.org");
});

test("a form from another site is refused", async () => {
  const body = new URLSearchParams({
    intent: "save-profile",
    artist_name: "Planted",
    cover_image_size: "large",
  });
  const answer = await fetchAs("/profile", musicianCookie, {
    method: "POST",
    body,
    headers: { Origin: "https://evil.example" },
  });
  expect(answer.status).toBe(400);
  expect((await fetchAs("/artist/planted")).status).toBe(404);
});

test("whatever comes in wrong is answered below 500", async () => {
  const tries: [string, RequestInit][] = [
    ["/%E0%A4%A", {}],
    ["/artist/%00", {}],
    ["/artist/%F0%9F%8E%B5", {}],
    [`/artist/${"x".repeat(4000)}`, {}],
    ["/uploads/../../etc/passwd", {}],
    ["/uploads/music/%2e%2e/%2e%2e", {}],
    ["/uploads/music/x/%00.mp3", {}],
    ["/signin", { method: "POST", body: "{", headers: { "Content-Type": "application/json" } }],
    [
      "/signin",
      { method: "POST", body: "x", headers: { "Content-Type": "multipart/form-data; boundary=none" } },
    ],
    ["/profile", { method: "POST", body: "not a form", headers: { "Content-Type": "text/plain" } }],
    ["/profile", { method: "DELETE" }],
    ["/", { method: "POST", body: "a=b" }],
    ["/signout", { method: "GET" }],
    ["/dashboard", { headers: { Cookie: "handbill_session=%00%ff; =;;; a" } }],
    ["/profile.data?_routes=__proto__", {}],
  ];
  for (const [path, init] of tries) {
    const { status } = await fetchAs(path, musicianCookie, init);
    expect([path, init.method, status < 500]).toEqual([path, init.method, true]);
  }
  expect(
    (await fetchAs("/profile", musicianCookie, { method: "POST", body: "x".repeat(2_000_000) })).status,
  ).toBe(413);
  expect(handbill.output()).not.toContain('"level":"error"');
});
