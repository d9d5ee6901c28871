import { redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import type { Route } from "./+types/sample-bio";

/** Leads to the page of the artist who is flagged as the demo. [1 §2] */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const demo = await db
    .asVisitor()
    .read((tx) =>
      tx
        .selectFrom("musician_profiles")
        .select(["artist_name as artistName", "custom_url as customUrl"])
        .where("is_demo_profile", "=", true)
        .orderBy("updated_at", "desc")
        .limit(1)
        .executeTakeFirst(),
    );
  const path = demo && artistPath(demo);
  if (!path) throw new AppError("not-found", "There is no sample bio on this site.");
  return redirect(path);
}

/** A page and not only an answer, so that without a demo artist the error screen says so. */
export default function SampleBio() {
  return null;
}
