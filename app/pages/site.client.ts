import { startTooltips } from "~/client/tooltips";
import { speakDocumentsLanguage } from "~/client/translation";
import { startPasswords } from "~/features/auth/new-password.client";
import { startPasskeys } from "~/features/auth/passkeys.client";
import { startTypedEmail } from "~/features/auth/typed-email.client";
import { startDocumentForms } from "~/public-ui/document-form.client";
import { showToast } from "~/public-ui/public-toasts.client";
import { startWaiting } from "~/public-ui/waiting.client";
import { offlineText, stayWhenOffline } from "~/shared/connection";
import { hydratedAttribute } from "~/shared/hydrated";
import { t } from "~/shared/t";
import { startFilm } from "./landing/film.client.ts";

// The script of Handbill's own documents: the landing page, the account pages, the legal ones. Everything on them works
// without it.

speakDocumentsLanguage();
startWaiting();
startTooltips();
stayWhenOffline(() => showToast("error", t(offlineText)));
startFilm();
startDocumentForms();
startPasswords();
startTypedEmail();
startPasskeys();
document.documentElement.setAttribute(hydratedAttribute, "");
