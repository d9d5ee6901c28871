import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { cachedPaths } from "./cached-paths.ts";
import type { FeatureRoutes } from "./feature-routes.ts";

const features = Object.values(
  import.meta.glob<FeatureRoutes>("./features/*/routes.ts", { eager: true, import: "default" }),
);

const from = (key: keyof FeatureRoutes): RouteConfigEntry[] =>
  features.flatMap((routes) => routes[key] ?? []);

export default [
  layout("layouts/site.tsx", [
    index("pages/landing/landing.route.tsx"),
    route("terms", "pages/terms.route.tsx"),
    route("privacy", "pages/privacy.route.tsx"),
    route("imprint", "pages/imprint.route.tsx"),
    route("api", "pages/api/api.route.tsx"),
    route("confirm-reminder", "pages/confirm-reminder.route.tsx"),
    ...from("site"),
    layout("layouts/guest-only.tsx", from("guestOnly")),
    layout("layouts/suspended.tsx", [route("suspended", "pages/suspended.route.tsx")]),
    route("*", "pages/not-found.route.tsx"),
  ]),
  layout("layouts/public.tsx", [
    route(cachedPaths.artist, "pages/artist/artist.route.tsx"),
    route(cachedPaths.events, "pages/artist/events.route.tsx"),
    route(cachedPaths.comments, "pages/artist/comments.route.tsx"),
    route(cachedPaths.booking, "pages/artist/booking.route.tsx"),
    route("artist/:artistSlug/comments/:commentId/report", "pages/artist/report.route.tsx"),
    route(cachedPaths.track, "pages/artist/track.route.tsx"),
    route(cachedPaths.release, "pages/artist/release.route.tsx"),
    route("artist/:artistSlug/private/:token", "pages/artist/private-link.route.tsx"),
    route(cachedPaths.newsletterArchive, "pages/artist/newsletter-archive.route.tsx"),
    route(cachedPaths.newsletterIssue, "pages/artist/newsletter-issue.route.tsx"),
    route(cachedPaths.sampleBio, "pages/sample-bio.route.tsx"),
    ...from("public"),
  ]),
  layout("layouts/embed.tsx", [
    route(cachedPaths.trackEmbed, "pages/embed/track-embed.route.tsx"),
    route(cachedPaths.releaseEmbed, "pages/embed/release-embed.route.tsx"),
    route(cachedPaths.eventsEmbed, "pages/embed/events-embed.route.tsx"),
  ]),
  layout("layouts/preview.tsx", [route("settings/preview", "pages/artist/preview.route.tsx")]),
  layout("layouts/dashboard.tsx", [
    route("dashboard", "pages/dashboard.route.tsx"),
    route("musician-dashboard", "pages/musician-dashboard.route.tsx"),
    route("dashboard/first-steps", "pages/first-steps.route.ts"),
    route("dashboard/find", "layouts/palette/find.route.ts"),
    route("social-links", "pages/links.route.tsx"),
    route("handbill", "pages/handbill/handbill.route.tsx"),
    route("handbill/sheet", "pages/handbill/sheet.route.tsx"),
    route("handbill/picture.png", "pages/handbill/picture.route.ts"),
    route("handbill/qr.svg", "pages/handbill/qr-svg.route.tsx"),
    route("handbill/qr.png", "pages/handbill/qr-png.route.ts"),
    ...from("dashboard"),
  ]),
  layout("layouts/diagnostics.tsx", from("diagnostics")),
  layout("layouts/account-settings.tsx", from("account")),
  layout("layouts/any-account.tsx", from("anyAccount")),
  layout("layouts/admin.tsx", [route("admin", "pages/admin.route.tsx"), ...from("admin")]),
  route("artist/:artistSlug/contact.vcf", "pages/artist/contact-card.route.ts"),
  route("artist/:artistSlug/card.jpg", "pages/artist/card.route.ts"),
  route(`${cachedPaths.track}/card.jpg`, "pages/artist/track-card.route.ts"),
  route(`${cachedPaths.release}/card.jpg`, "pages/artist/release-card.route.ts"),
  route("artist/:artistSlug/press-kit.pdf", "pages/artist/press-kit.route.ts"),
  route(cachedPaths.eventsCalendar, "pages/artist/events-calendar.route.ts"),
  route(cachedPaths.eventCalendar, "pages/artist/event-calendar.route.ts"),
  route(cachedPaths.artistJson, "pages/artist/artist-json.route.ts"),
  route("artist/:artistSlug/podcast.jpg", "pages/artist/feeds/podcast-cover.route.ts"),
  route(cachedPaths.podcast, "pages/artist/feeds/podcast.route.ts"),
  route(cachedPaths.playlist, "pages/artist/feeds/playlist.route.ts"),
  route(cachedPaths.atomFeed, "pages/artist/feeds/atom-feed.route.ts"),
  route(cachedPaths.jsonFeed, "pages/artist/feeds/json-feed.route.ts"),
  route("language", "pages/language.route.ts"),
  route("oembed", "pages/embed/oembed.route.ts"),
  route("manifest.webmanifest", "pages/manifest.route.ts"),
  route("sitemap.xml", "pages/sitemap.route.ts"),
  route("robots.txt", "pages/robots.route.ts"),
  ...from("resource"),
] satisfies RouteConfig;
