import type { RouterContextProvider } from "react-router";
import { pageStatement, type RowOf } from "#server/db/fragments.ts";
import { AppError } from "#server/errors.ts";
import { formatChoiceOf } from "#server/preferences.ts";
import { appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import { artistTheme } from "~/artist-theme/artist-theme";
import { nextShowsPart, showsToComePart } from "~/features/events/public.server";
import { defaultBio } from "~/features/profile/schema";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import type { FormatChoice } from "~/shared/formats";
import { t } from "~/shared/t";
import { requireViewer } from "~/viewer.server";
import { readableInk } from "./ink.ts";

type Context = Readonly<RouterContextProvider>;

/** The most dates that a sheet has room for. */
const mostShows = 40;

const statement = pageStatement("handbill", "(select * from musician_profiles where user_id = $1)", {
  artistName: "artist_name",
  customUrl: "custom_url",
  location: "location",
  pageLanguage: "page_language",
  bio: "bio",
  avatar: { picture: "avatar_url" },
  cover: { picture: "cover_image", frame: { width: 1200, height: 600 } },
  appearance: appearanceColumn,
  shows: nextShowsPart(mostShows),
  showsToCome: showsToComePart,
});

type Row = RowOf<typeof statement>;

/** What there is to be printed about a musician. */
export interface Handbill extends Pick<Row, "artistName" | "customUrl" | "location" | "pageLanguage"> {
  path: string;
  bio: string | null;
  /** The portrait, else the cover. */
  picture: Row["avatar"];
  shows: NonNullable<Row["shows"]>;
  /** How many there are beside these. */
  furtherShows: number;
  /** The page's own colour, dark enough for white paper. */
  colour: string;
  /** The account's, by which its dates are written. */
  format: FormatChoice;
}

/**
 * The signed-in musician's own, with what visitors may see: a date that isn't published isn't on paper either.
 * @returns null while there is no profile
 */
export async function ownHandbill(context: Context): Promise<Handbill | null> {
  const { db } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const [[row], format] = await Promise.all([
    db.asVisitor().readOnce(statement, [userId]),
    db.asMusician(userId).read((tx) => formatChoiceOf(tx, userId)),
  ]);
  const path = row && artistPath(row);
  if (!path) return null;
  const { avatar, cover, bio, shows, showsToCome, appearance, ...rest } = row;
  const { variables } = artistTheme(appearanceOf(appearance));
  return {
    ...rest,
    path,
    bio: bio === defaultBio || bio === "" ? null : bio,
    picture: avatar ?? cover,
    shows: shows ?? [],
    furtherShows: Math.max(0, (showsToCome ?? 0) - mostShows),
    colour: readableInk(variables["--primary"] ?? "#000000"),
    format,
  };
}

/** The same. @throws AppError `not-found` while there is no profile */
export async function requireHandbill(context: Context): Promise<Handbill> {
  const handbill = await ownHandbill(context);
  if (!handbill) throw new AppError("not-found", t("Please set up your artist profile first."));
  return handbill;
}
