import { startTooltips } from "~/client/tooltips";
import { showToast } from "~/public-ui/public-toasts.client";
import { startWaiting } from "~/public-ui/waiting.client";
import { offlineText, stayWhenOffline } from "~/shared/connection";
import { hydratedAttribute } from "~/shared/hydrated";
import { startFilm } from "./landing/film.client.ts";

// The script of Handbill's own documents: the landing page and the legal ones. Everything on them works
// without it.

startWaiting();
startTooltips();
stayWhenOffline(() => showToast("error", offlineText));
startFilm();
document.documentElement.setAttribute(hydratedAttribute, "");
