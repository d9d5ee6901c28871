import { AppError } from "#server/errors.ts";
import { attachment } from "#server/http/attachment.ts";
import { contactPhoto } from "#server/media/images.ts";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import type { Route } from "./+types/contact-card.route";
import { findArtistPage } from "./artist.server";
import { leadToPresent, speakArtistsLanguage } from "./page-answer.server";
import { pictureBytes } from "./picture-bytes.server";
import { contactFileName, vcard } from "./vcard.ts";

/** The artist as a card for a phone's address book. No e-mail address is in it. [1 §2, decisions: E-mail addresses] */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config, storage } = context.get(servicesContext);
  const page = await findArtistPage(db.asVisitor(), params.artistSlug);
  if (!page) throw new AppError("not-found", t("The requested artist profile could not be found."));
  leadToPresent(request, params.artistSlug, page);
  speakArtistsLanguage(context, page);
  const { artistName, location, bio, avatar, socialLinks } = page;
  const portrait = await pictureBytes(storage, avatar);
  const card = vcard({
    name: artistName,
    location,
    note: bio,
    urls: [`${config.origin}${artistPath(page)}`, ...socialLinks.map(({ url }) => url)],
    photo: portrait && (await contactPhoto(portrait)),
  });
  return new Response(card, {
    headers: {
      "Content-Type": "text/vcard; charset=utf-8",
      "Content-Disposition": attachment(contactFileName(artistName), "vcf"),
    },
  });
}
