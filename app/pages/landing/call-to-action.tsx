import { registrationDisabled, useRegistration } from "~/layouts/registration";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { UnavailableButton } from "~/ui/unavailable-button";

/** Live only while visitors may sign up. [decisions: Registration] */
export function CallToAction({ children }: { children: string }) {
  return useRegistration() === "open" ? (
    <LinkButton to="/signup" size="lg">
      {children}
    </LinkButton>
  ) : (
    <UnavailableButton reason={t(registrationDisabled)} size="lg">
      {children}
    </UnavailableButton>
  );
}
