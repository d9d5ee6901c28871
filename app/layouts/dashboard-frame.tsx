import { type ReactNode, useEffect } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { KeptNotice } from "~/features/account/kept-notice";
import { UnreadProvider } from "~/features/messages/unread";
import { Alert } from "~/ui/alert";
import { LiveProvider } from "~/ui/live";
import { PlayerFrame } from "~/ui/player";
import { LoadingScreen } from "~/ui/spinner";
import { UploadsProvider } from "~/ui/uploads";
import { Content } from "./bar.tsx";
import { preloadTools } from "./preload-tools.ts";
import { SignInAgain } from "./sign-in-again.tsx";
import { SiteTheme } from "./site-theme.tsx";
import { TopNavigation } from "./top-navigation.tsx";
import { useAccount } from "./use-account.ts";

/** The text of a screen that is loading, by the first part of its address. [1 §2, 2 §2] */
const waitingTexts: Record<string, string | undefined> = {
  dashboard: "Loading dashboard...",
  "musician-dashboard": "Loading dashboard...",
  messages: "Loading messages...",
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
  useEffect(() => preloadTools("layouts/dashboard"), []);
  return (
    <SiteTheme name="dashboard">
      <LiveProvider account={account?.email ?? ""}>
        <UnreadProvider loaded={account?.unreadMessages ?? 0}>
          {account && <TopNavigation account={account} />}
          <Content>
            <UploadsProvider>
              <PlayerFrame>
                <div className="mx-auto hidden w-full max-w-5xl px-4 pt-4 noscript:block sm:px-6">
                  <Alert type="info">
                    Your browser runs no scripts here. Forms that stand on a page are sent all the same; what
                    opens in a dialog, uploads and putting lists in order need JavaScript.
                  </Alert>
                </div>
                <KeptNotice from={account?.keptFrom} />
                {notice}
                {children}
              </PlayerFrame>
            </UploadsProvider>
          </Content>
        </UnreadProvider>
      </LiveProvider>
      <SignInAgain />
      {waitingText && !isSame && (
        <div className="after-a-blink fixed inset-x-0 top-16 bottom-0 z-30 bg-canvas">
          <LoadingScreen text={waitingText} />
        </div>
      )}
    </SiteTheme>
  );
}
