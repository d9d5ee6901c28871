import type { ReactNode } from "react";
import { Outlet, useNavigation } from "react-router";
import { LiveProvider } from "~/ui/live";
import { PlayerProvider } from "~/ui/player";
import { LoadingScreen } from "~/ui/spinner";
import { UploadsProvider } from "~/ui/uploads";
import { useAccount } from "./account.ts";
import { Content } from "./bar.tsx";
import { Look } from "./look.tsx";
import { TopNavigation } from "./top-navigation.tsx";

/** Where the dashboard home stands, which says so while it comes. [1 §2] */
const homePaths = ["/dashboard", "/musician-dashboard"];

/** Everything behind the sign-in gate: the top navigation over a calm bench. What plays or is sent goes on meanwhile. */
export function Backstage({ notice }: { notice?: ReactNode }) {
  const account = useAccount();
  const next = useNavigation().location?.pathname;
  return (
    <Look name="backstage">
      {account && <TopNavigation account={account} />}
      <Content>
        <LiveProvider account={account?.email ?? ""}>
          <UploadsProvider>
            <PlayerProvider>
              {notice}
              <Outlet />
            </PlayerProvider>
          </UploadsProvider>
        </LiveProvider>
      </Content>
      {next !== undefined && homePaths.includes(next) && (
        <div className="after-a-blink fixed inset-x-0 top-16 bottom-0 z-30 bg-canvas">
          <LoadingScreen text="Loading dashboard..." />
        </div>
      )}
    </Look>
  );
}
