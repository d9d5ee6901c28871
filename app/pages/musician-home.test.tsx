import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { rendered } from "../../tests/harness/rendered.ts";
import { LiveProvider } from "../ui/live.tsx";
import { ToastProvider } from "../ui/toasts.tsx";
import { type MusicianHomeData, nothing } from "./musician-home.server.ts";
import { MusicianHome } from "./musician-home.tsx";

const empty: MusicianHomeData = {
  artistName: null,
  page: null,
  steps: null,
  week: null,
  failure: null,
  confirming: null,
  stats: nothing,
};
const full: MusicianHomeData = {
  artistName: "Nova",
  page: null,
  steps: null,
  week: null,
  failure: null,
  confirming: null,
  stats: {
    tracks: 1,
    photos: 1234,
    socialLinks: 3,
    videos: 2,
    upcomingEvents: 4,
    fanComments: 5,
    pendingComments: 1,
    bookingRequests: 6,
    unreadBookings: 2,
    pressKits: 1,
    recentBookings: [
      {
        id: "b1",
        requester_name: "Pat",
        event_date: "2099-05-04",
        status: "pending",
        is_read: false,
        created_at: new Date().toISOString(),
      },
    ],
    failingWebhooks: [{ url: "https://one.example/in" }, { url: "https://one.example/also" }],
    recentComments: [
      {
        id: "c1",
        author_name: "Ines",
        content: "What a night.",
        is_approved: false,
        created_at: new Date().toISOString(),
      },
    ],
    pictures: 0,
    pageLinks: 0,
    isShared: false,
    hidesFirstSteps: true,
  },
};

/** The screen's text, and the target of each of its links, in order. */
async function home(data: MusicianHomeData) {
  const element = (
    <ToastProvider>
      <LiveProvider account="nova">
        <MusicianHome home={data} />
      </LiveProvider>
    </ToastProvider>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/dashboard"] });
  const html = await rendered(<RouterProvider router={router} />);
  const textOf = (part: string) =>
    part
      .replace(/<[^>]+>/g, "\n")
      .split(/\n+/)
      .filter(Boolean)
      .join(" | ");
  const links = [...html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, to, text = ""]) => `${to} ${textOf(text)}`,
  );
  return { text: textOf(html), links };
}

test("a new musician reads a greeting, the missing steps, and where to begin", async () => {
  const { text, links } = await home(empty);
  expect(text).not.toContain("don&#x27;t arrive");
  expect(text).toContain("Welcome back! | Manage your Handbill");
  expect(text).toContain("50% Complete | Profile");
  expect(text).toContain("0 tracks | Music");
  expect(text).toContain("None yet | Press Kit");
  expect(links.slice(0, 5)).toEqual([
    "/music Tracks |   | 0",
    "/comments Fan comments |   | 0",
    "/social-links Social links |   | 0",
    "/booking-requests Booking requests |   | 0",
    "/press-kit Press kit |   | – | there is none",
  ]);
  expect(links.slice(-6)).toEqual([
    "/music Upload music",
    "/gallery Upload photos",
    "/social-links Connect social and music platforms",
    "/press-kit Manage press kit",
    "/events Create events",
    "/account/data Download everything of yours",
  ]);
  for (const title of ["Tips", "Help", "Getting started", "Best practices", "Technical support"]) {
    expect(text).toContain(` | ${title} | `);
  }
  expect(text).toContain("Nobody has asked you to play yet.");
  expect(text).toContain("No fan has written yet.");
});

test("each tile and counter shows its number, and how many wait", async () => {
  const { text, links } = await home(full);
  expect(text).toContain("Welcome back, Nova!");
  expect(text).toContain("Webhooks to  | one.example |  don&#x27;t arrive.");
  for (const tile of [
    "Complete | Profile",
    "1 track | Music",
    "1,234 photos | Photos",
    "3 links | Social Links",
    "5 comments | Fan Comments | What fans write. 1 comment waiting for your review.",
    "2 videos | Videos",
    "4 upcoming | Events",
    "6 requests | Booking Requests | Who would like you to play. 2 unread.",
    "Uploaded | Press Kit",
  ]) {
    expect(text).toContain(tile);
  }
  expect(text).not.toContain("50%");
  expect(links.slice(0, 6)).toEqual([
    "/account/webhooks See what was sent, and the answers",
    "/music Tracks |   | 1",
    "/comments Fan comments |   | 5",
    "/social-links Social links |   | 3",
    "/booking-requests Booking requests |   | 6",
    "/press-kit Press kit |   | ✓ | there is one",
  ]);
  expect(links).toContain("/booking-requests?request=b1 Pat");
  expect(text).toContain("Unread · Pending · for May 4, 2099");
  expect(links).toContain("/comments?show=pending Ines");
  expect(text).toContain("Pending review · What a night.");
});
