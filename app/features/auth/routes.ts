import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  // Open to signed-in accounts too: the links in mails may be opened in such a browser, or a session begin in another tab.
  site: [
    route("reset-password", "features/auth/reset-password.route.tsx"),
    route("signup/confirm", "features/auth/confirm-sign-up.route.tsx"),
    route("signin/link", "features/auth/sign-in-link.route.tsx"),
    route("confirm-email", "features/auth/confirm-email.route.tsx"),
    route("signin/second-step", "features/auth/second-step.route.tsx"),
    route("undo-address", "features/auth/undo-address.route.tsx"),
    route("signin/save", "features/auth/sign-in-to-save.route.tsx"),
  ],
  guestOnly: [
    route("signin", "features/auth/signin.route.tsx"),
    route("signup", "features/auth/signup.route.tsx"),
  ],
  account: [
    route("account", "features/auth/account.route.tsx"),
    route("account/security", "features/auth/security.route.tsx"),
    route("account/new-address", "features/auth/new-address.route.tsx"),
    route("account/devices", "features/auth/devices.route.tsx"),
  ],
  anyAccount: [route("confirm-password", "features/auth/confirm-password.route.ts")],
  resource: [
    route("passkey-options", "features/auth/passkey-options.route.ts"),
    route("signin/again", "features/auth/sign-in-again.route.ts"),
    route("signout", "features/auth/signout.route.ts"),
  ],
} satisfies FeatureRoutes;
