import type { DB } from "../../server/db/schema.ts";
import type { Relation, World } from "../factories/world.ts";
import { accountExpectations } from "./account.ts";
import { adminExpectations } from "./admin.ts";
import { analyticsExpectations } from "./analytics.ts";
import { appearanceExpectations } from "./appearance.ts";
import { bookingsExpectations } from "./bookings.ts";
import { commentsExpectations } from "./comments.ts";
import { eventsExpectations } from "./events.ts";
import type { Expectation } from "./expectation.ts";
import { galleryExpectations } from "./gallery.ts";
import { linksExpectations } from "./links.ts";
import { messagesExpectations } from "./messages.ts";
import { musicExpectations } from "./music.ts";
import { newsletterExpectations } from "./newsletter.ts";
import { paymentLinksExpectations } from "./payment-links.ts";
import { pressKitExpectations } from "./press-kit.ts";
import { profileExpectations } from "./profile.ts";
import { recentlyDeletedExpectations } from "./recently-deleted.ts";
import { socialLinksExpectations } from "./social-links.ts";
import { videoExpectations } from "./video.ts";
import { webhooksExpectations } from "./webhooks.ts";

/** The rights of each role on each table, where `me` is the musician. A right that isn't listed must be refused. */
export function expectations(world: World, relation: Relation): Record<keyof DB, Expectation> {
  return {
    ...accountExpectations(world, relation),
    ...adminExpectations(world, relation),
    ...analyticsExpectations(world, relation),
    ...appearanceExpectations(world, relation),
    ...bookingsExpectations(world, relation),
    ...commentsExpectations(world, relation),
    ...eventsExpectations(world, relation),
    ...galleryExpectations(world, relation),
    ...linksExpectations(world, relation),
    ...messagesExpectations(world, relation),
    ...musicExpectations(world, relation),
    ...newsletterExpectations(world, relation),
    ...paymentLinksExpectations(world, relation),
    ...pressKitExpectations(world, relation),
    ...profileExpectations(world, relation),
    ...recentlyDeletedExpectations(world, relation),
    ...socialLinksExpectations(world, relation),
    ...videoExpectations(world, relation),
    ...webhooksExpectations(world, relation),
  };
}
