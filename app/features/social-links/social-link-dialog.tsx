import type { ReactNode } from "react";
import {
  isHandle,
  platformNames,
  platformOf,
  profileOfHandle,
  type SocialPlatform,
} from "~/shared/platforms";
import { t } from "~/shared/t";
import { LinkDialog } from "~/ui/link-dialog";
import * as texts from "./schema.ts";

export interface OwnSocialLink {
  id: string;
  platform: SocialPlatform;
  url: string;
}

/** Adds a link of the musician's, or changes one. It may stand on any screen. */
export function SocialLinkDialog(dialog: {
  open: boolean;
  /** The link to change; undefined to add one. */
  link?: OwnSocialLink | undefined;
  onClose(): void;
  preview?(link: Omit<OwnSocialLink, "id">): ReactNode;
}) {
  return (
    <LinkDialog
      {...dialog}
      title={dialog.link ? t("Edit link") : t("Add a link")}
      intent="save-social-link"
      action="/social-links"
      previewed="social-link"
      schema={texts.socialLinkSchema}
      platforms={{ ...platformNames, website: t(platformNames.website) }}
      anyPlatform="website"
      platformOf={(address, typed) => (isHandle(typed) ? "mastodon" : platformOf(address))}
      addressOf={profileOfHandle}
      hint={t("Copy it from your profile there. A Mastodon handle like @you@server.example will do, too.")}
      texts={{ done: t(texts.saved), failed: t(texts.saveFailure) }}
    />
  );
}
