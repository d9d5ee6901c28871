import { type ReactNode, useEffect } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { UnreadProvider } from "~/features/messages/unread";
import { msg, t } from "~/shared/t";
import { HasPageProvider } from "~/ui/has-page";
import { late } from "~/ui/late";
import { LeaveGuard } from "~/ui/leave-guard";
import { LiveProvider } from "~/ui/live";
import { OtherLanguagesProvider } from "~/ui/other-languages";
import { PlayerFrame } from "~/ui/player-frame";
import { LoadingScreen } from "~/ui/spinner";
import { UndoProvider } from "~/ui/undo";
import { UploadsProvider } from "~/ui/uploads-provider";
import { Content } from "./content.tsx";
import { Shortcuts } from "./palette/shortcuts.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { SiteTheme } from "./site-theme.tsx";
import { useAccount } from "./use-account.ts";

const TopNavigation = late(async () => (await import("./top-navigation.tsx")).TopNavigation);
const NoScriptNotice = late(async () => (await import("./no-script-notice.tsx")).NoScriptNotice);
const KeptNotice = late(async () => (await import("~/features/account/kept-notice")).KeptNotice);

/** The text of a screen that is loading, by the first part of its address. [1 §2, 2 §2] */
const waitingTexts: Record<string, string | undefined> = {
  dashboard: msg("Loading dashboard..."),
  "musician-dashboard": msg("Loading dashboard..."),
  messages: msg("Loading messages..."),
};

const toolOf = (pathname: string | undefined) => pathname?.split("/")[1] ?? "";

/**
 * Everything behind the sign-in gate: the top navigation over a calm screen. Playing and sending go on
 * from one screen to the next.
 * @param children what stands around the outlet, where a layout has more than it
 */
export function DashboardFrame({
  notice,
  children = <Outlet />,
}: {
  notice?: ReactNode;
  children?: ReactNode;
}) {
  const account = useAccount();
  const current = toolOf(useLocation().pathname);
  const next = toolOf(useNavigation().location?.pathname);
  const waitingText = waitingTexts[next];
  // From one conversation to another, the screen itself says so.
  const isSame = next === "messages" && current === next;
  useEffect(preloadToolsLater, []);
  return (
    <SiteTheme name="dashboard">
      <LiveProvider account={account?.email ?? ""}>
        <UnreadProvider loaded={account?.unreadMessages ?? 0}>
          <Shortcuts account={account}>
            {account && <TopNavigation account={account} />}
            <Content>
              <UndoProvider>
                <UploadsProvider key={account?.id} account={account?.id ?? ""}>
                  <HasPageProvider value={Boolean(account?.artistName)}>
                    <OtherLanguagesProvider value={account?.otherLanguages ?? []}>
                      <PlayerFrame>
                        <NoScriptNotice />
                        {account?.keptFrom && <KeptNotice from={account.keptFrom} />}
                        {notice}
                        {children}
                      </PlayerFrame>
                    </OtherLanguagesProvider>
                  </HasPageProvider>
                </UploadsProvider>
              </UndoProvider>
            </Content>
          </Shortcuts>
        </UnreadProvider>
      </LiveProvider>
      <SignInAgain />
      <LeaveGuard />
      {waitingText && !isSame && (
        <div className="after-a-blink fixed inset-x-0 top-16 bottom-0 z-30 bg-canvas">
          <LoadingScreen text={t(waitingText)} />
        </div>
      )}
    </SiteTheme>
  );
}

/** By then a screen is there with all that belongs to it. */
const quietMs = 3_000;

/** Fetches the other tools' code in a quiet moment; not for those who save data. @returns what gives it up */
function preloadToolsLater(): () => void {
  if (matchMedia("(prefers-reduced-data: reduce)").matches) return () => {};
  const load = async () => {
    const { preloadTools } = await import("./preload-tools.ts");
    preloadTools("layouts/dashboard");
  };
  // A server out of reach is told of by what needs it.
  const timer = setTimeout(() => load().catch(() => {}), quietMs);
  return () => clearTimeout(timer);
}
