import { data } from "react-router";
import type { Appearance } from "~/features/appearance/schema";
import { LetterBody } from "~/features/newsletter/public";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { todayEnds } from "~/shared/today";
import type { Route } from "./+types/letter";
import { type AppearanceRow, appearanceOf } from "./appearance.server";
import { allowCaching } from "./cache-directive.server";
import { type Introduction, introduction, setDirection } from "./direction.server";
import { leadToPresent } from "./former-address.server";
import { MissingArtist } from "./missing-artist";
import { shortened } from "./page-meta";
import { SidePage } from "./side-page";
import { look, profileBySlug } from "./statement.server";

interface LetterPage extends Introduction {
  userId: string;
  customUrl: string | null;
  appearance: Appearance;
  title: string;
  body: string;
  startedAt: Date;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statement = {
  name: "letter-page",
  text: `
    select profile.user_id as "userId", ${introduction}, profile.custom_url as "customUrl",
      ${look} as look, title, body, started_at as "startedAt"
    from ${profileBySlug} profile join letters on musician_id = profile.user_id
    where letters.id = $2`,
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const { artistSlug, letterId } = params;
  const [row] = uuid.test(letterId)
    ? await db
        .asVisitor()
        .readOnce<Omit<LetterPage, "appearance"> & { look: AppearanceRow }>(statement, [artistSlug, letterId])
    : [];
  if (!row) return data({ letter: null }, { status: 404 });
  const { look, ...rest } = row;
  const letter: LetterPage = { ...rest, appearance: appearanceOf(look) };
  leadToPresent(request, artistSlug, letter);
  allowCaching(context, artistSlug, letter, todayEnds());
  setDirection(context, letter);
  return data({ letter, own: `${artistPath(letter)}/letters/${letterId}`, origin: config.origin });
}

/** A letter that has gone out, for whoever would rather read it here. */
export default function ArtistLetter({ loaderData }: Route.ComponentProps) {
  if (!loaderData.letter) return <MissingArtist />;
  const { letter, own, origin } = loaderData;
  return (
    <SidePage
      artist={letter}
      origin={origin}
      path={own}
      title={letter.title}
      description={shortened(letter.body)}
      isArticle
    >
      <LetterBody body={letter.body} sentAt={letter.startedAt} />
    </SidePage>
  );
}
