import { ownTheme } from "~/artist-theme/own-theme.server";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, unlessFailed } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { LoadFailure } from "~/ui/load-failure";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executeLinkAction } from "./commands.server";
import { LinkList } from "./link-list.tsx";
import { LinkTabs } from "./link-tabs.tsx";
import { ownLinks } from "./queries.server";
import { linkActionSchema, loadFailure } from "./schema";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, log } = services;
  const { userId } = requireViewer(context);
  const [theme, own] = await Promise.all([
    ownTheme(services, userId),
    loadOrNull(
      "the links",
      { log, userId },
      db.asMusician(userId).read((tx) => ownLinks(tx, userId)),
    ),
  ]);
  return { theme, own };
}

export const action = ownerAction(linkActionSchema, executeLinkAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export const shouldRevalidate = unlessFailed;

export default function LinksTool({ loaderData: { theme, own } }: Route.ComponentProps) {
  return (
    <ToolPage
      preview={own && { section: "links" }}
      title={t("Social Links")}
      intro={t("Where else fans find you, and how they can support you.")}
    >
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <LinkTabs />
        {own ? <LinkList {...own} theme={theme} /> : <LoadFailure text={t(loadFailure)} />}
      </div>
    </ToolPage>
  );
}
