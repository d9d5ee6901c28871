import type { ReactNode } from "react";
import { paymentLinkActions } from "~/features/payment-links/actions.server";
import { PaymentLinksTool } from "~/features/payment-links/dashboard";
import { ownPaymentLinks } from "~/features/payment-links/queries.server";
import { socialLinkActions } from "~/features/social-links/actions.server";
import { SocialLinksTool } from "~/features/social-links/dashboard";
import { ownSocialLinks } from "~/features/social-links/queries.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import { formActions } from "../form-actions.server";
import type { Route } from "./+types/links.route";
import { ArtistFrame } from "./artist-frame.tsx";
import { ownLook } from "./own-look.server";

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
  const [look, socialLinks, paymentLinks] = await Promise.all([
    ownLook(services, userId),
    musician
      .read((tx) => ownSocialLinks(tx, userId))
      .catch(orElse("the social links could not be loaded", null)),
    musician
      .read((tx) => ownPaymentLinks(tx, userId))
      .catch(orElse("the payment links could not be loaded", [])),
  ]);
  return { look, socialLinks, paymentLinks };
}

export const action = formActions({ ...socialLinkActions, ...paymentLinkActions });

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function Links({ loaderData: { look, socialLinks, paymentLinks } }: Route.ComponentProps) {
  const renderAsPublic = (isSection: boolean) => (content: ReactNode) => (
    <ArtistFrame look={look} isSection={isSection}>
      {content}
    </ArtistFrame>
  );
  return (
    <ToolPage title="Social Links" intro="Where else fans find you, and how they can support you.">
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <SocialLinksTool links={socialLinks} renderAsPublic={renderAsPublic(false)} />
        <PaymentLinksTool links={paymentLinks} renderAsPublic={renderAsPublic(true)} />
      </div>
    </ToolPage>
  );
}
