import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "./layouts/layouts.ts";

const features = Object.values(
  import.meta.glob<FeatureRoutes>("./features/*/routes.ts", { eager: true, import: "default" }),
);

const from = (key: keyof FeatureRoutes): RouteConfigEntry[] =>
  features.flatMap((routes) => routes[key] ?? []);

export default [
  layout("layouts/site.tsx", [
    index("pages/landing/landing.tsx"),
    route("terms", "pages/terms.tsx"),
    route("privacy", "pages/privacy.tsx"),
    ...from("site"),
    layout("layouts/guest-only.tsx", from("guestOnly")),
    layout("layouts/suspended.tsx", [route("suspended", "pages/suspended.tsx")]),
    route("*", "pages/not-found.tsx"),
  ]),
  layout("layouts/public.tsx", [
    route("artist/:artistSlug", "pages/artist/artist.tsx"),
    route("artist/:artistSlug/events", "pages/artist/events.tsx"),
    route("artist/:artistSlug/comments", "pages/artist/comments.tsx"),
    route("artist/:artistSlug/comments/:commentId/report", "pages/artist/report.tsx"),
    route("artist/:artistSlug/letters/:issueId", "pages/artist/newsletter-issue.tsx"),
    route("sample-bio", "pages/sample-bio.tsx"),
    ...from("public"),
  ]),
  layout("layouts/preview.tsx", [route("settings/preview", "pages/artist/preview.tsx")]),
  layout("layouts/dashboard.tsx", [
    route("dashboard", "pages/dashboard.tsx"),
    route("musician-dashboard", "pages/musician-dashboard.tsx"),
    route("social-links", "pages/links/links.tsx"),
    route("video", "pages/videos.tsx"),
    ...from("dashboard"),
  ]),
  layout("layouts/diagnostics.tsx", from("diagnostics")),
  layout("layouts/any-account.tsx", from("anyAccount")),
  layout("layouts/admin.tsx", [route("admin", "pages/admin.tsx"), ...from("admin")]),
  route("artist/:artistSlug/contact.vcf", "pages/artist/contact-card.ts"),
  route("artist/:artistSlug/card.jpg", "pages/artist/card.ts"),
  route("artist/:artistSlug/press-kit.pdf", "pages/artist/press-kit.ts"),
  route("artist/:artistSlug/events.ics", "pages/artist/events-calendar.ts"),
  route("artist/:artistSlug/events/:eventId.ics", "pages/artist/event-calendar.ts"),
  route("sitemap.xml", "pages/sitemap.ts"),
  route("robots.txt", "pages/robots.ts"),
  ...from("resource"),
] satisfies RouteConfig;
