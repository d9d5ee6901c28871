/** The site's own words, which are nobody's custom URL; the database refuses them as well. [decisions: Gaps] */
export const reservedCustomUrls: ReadonlySet<string> = new Set(
  `about account admin api artist artists assets bio-diagnostics booking-requests comments contact dashboard
  database-refresh db-check debug events gallery handbill healthz help login logout messages metrics music
  musician-dashboard press-kit privacy profile readyz reset-password robots sample-bio settings signin signout signup
  sitemap social-links static support terms uploads video www`.split(/\s+/),
);
