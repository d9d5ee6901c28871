import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../layouts/layouts.ts";

export default {
  // Open to signed-in accounts too: the links in mails may be opened in such a browser, or a session begin in another tab.
  site: [
    route("reset-password", "features/auth/reset-password.tsx"),
    route("confirm-email", "features/auth/confirm-email.tsx"),
    route("signin/save", "features/auth/sign-in-to-save.tsx"),
  ],
  guestOnly: [route("signin", "features/auth/signin.tsx"), route("signup", "features/auth/signup.tsx")],
  dashboard: [route("confirm-password", "features/auth/confirm-password.ts")],
  resource: [
    route("signin/again", "features/auth/sign-in-again.ts"),
    route("signout", "features/auth/signout.ts"),
  ],
} satisfies FeatureRoutes;
