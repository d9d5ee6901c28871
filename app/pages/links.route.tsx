import { z } from "zod";
import { ownTheme } from "~/artist-theme/own-theme.server";
import { LinkTabs } from "~/features/links/link-tabs";
import { executePaymentLinkAction } from "~/features/payment-links/commands.server";
import { PaymentLinksSection } from "~/features/payment-links/payment-links-section";
import { ownPaymentLinks } from "~/features/payment-links/queries.server";
import { paymentLinkActionSchema } from "~/features/payment-links/schema";
import { executeSocialLinkAction } from "~/features/social-links/commands.server";
import { ownSocialLinks } from "~/features/social-links/queries.server";
import { socialLinkActionSchema } from "~/features/social-links/schema";
import { SocialLinksSection } from "~/features/social-links/social-links-section";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/links.route";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

/**
 * A list that can't be loaded leaves the rest of the screen alone; a failure of the support links is only logged. [2
 * §8]
 */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, log } = services;
  const { userId } = requireViewer(context);
  const musician = db.asMusician(userId);
  const orElse =
    <Else,>(text: string, instead: Else) =>
    (error: unknown) => {
      log.error({ err: error, userId }, text);
      return instead;
    };
  const [theme, socialLinks, paymentLinks] = await Promise.all([
    ownTheme(services, userId),
    musician
      .read((tx) => ownSocialLinks(tx, userId))
      .catch(orElse("the social links could not be loaded", null)),
    musician
      .read((tx) => ownPaymentLinks(tx, userId))
      .catch(orElse("the payment links could not be loaded", [])),
  ]);
  return { theme, socialLinks, paymentLinks };
}

const linkActionSchema = z.discriminatedUnion("intent", [socialLinkActionSchema, paymentLinkActionSchema]);

export const action = ownerAction(linkActionSchema, async (services, userId, form) => {
  switch (form.intent) {
    case "save-social-link":
    case "delete-social-link":
    case "reorder-social-links":
      return executeSocialLinkAction(services, userId, form);
    default:
      return executePaymentLinkAction(services, userId, form);
  }
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function Links({ loaderData: { theme, socialLinks, paymentLinks } }: Route.ComponentProps) {
  return (
    <ToolPage
      preview={socialLinks && paymentLinks && { section: "elsewhere" }}
      title={t("Social Links")}
      intro={t("Where else fans find you, and how they can support you.")}
    >
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <LinkTabs />
        <SocialLinksSection links={socialLinks} theme={theme} />
        <PaymentLinksSection links={paymentLinks} theme={theme} />
      </div>
    </ToolPage>
  );
}
