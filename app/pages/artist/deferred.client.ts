import { startBackground } from "~/artist-theme/background.client";
import { exchangePages } from "~/client/page-exchange";
import { startCounting } from "~/features/analytics/public.client";
import { startBookingForm, startBookingSheet } from "~/features/bookings/public.client";
import { refreshTimes, startComments } from "~/features/comments/public.client";
import { startLightbox } from "~/features/gallery/public.client";
import { startDownloads } from "~/features/music/download.client";
import { startReleases } from "~/features/music/release.client";
import { startVideos } from "~/features/video/public.client";
import { startForms } from "~/public-ui/public-form.client";
import { showToast } from "~/public-ui/public-toasts.client";
import { offlineText, stayWhenOffline } from "~/shared/connection";
import { t } from "~/shared/t";
import { layOutTheRest } from "./later-layout.client.ts";
import { offerMoment, startMoments } from "./moment.client.ts";
import { startSharing } from "./share.client.ts";

// The script of a public document that runs once the page is there and its visitor has begun to read: each feature
// starts its own part. Every part listens on the document, because a sent form replaces its section, and another page all
// of them; what it looks up on the page, it looks up on each (shared/page-change.ts).

layOutTheRest();
startCounting();
startDownloads();
startReleases();
startLightbox();
startVideos();
startSharing();
startBackground();
stayWhenOffline(() => showToast("error", t(offlineText)));
exchangePages();
startForms((part) => {
  refreshTimes(part);
  offerMoment();
});
startMoments();
startComments();
startBookingForm();
startBookingSheet();
