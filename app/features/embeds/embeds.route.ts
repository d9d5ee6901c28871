import { z } from "zod";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { switchField } from "~/shared/fields";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/embeds.route";
import { ownEmbeds, setEmbeds } from "./embeds.server";

/** What the dialog of a tool needs (ui/embed-dialog.tsx); null where it can't be loaded. */
export function loader({ context }: Route.LoaderArgs) {
  const { db, config, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  return loadOrNull(
    "the embeds",
    { log, userId },
    db.asMusician(userId).read((tx) => ownEmbeds(tx, userId, config.origin)),
  );
}

/** A tool stays when the connection fails, and its dialog says so. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch((error: unknown) => {
    if (error instanceof Response) throw error; // a redirect
    return null;
  });
}

const actionSchema = z.object({ intent: z.literal("set-embeds"), isOn: switchField });

export const action = ownerAction(actionSchema, async (services, userId, { isOn }) => {
  await setEmbeds(services, userId, isOn);
  return { isOn };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}
