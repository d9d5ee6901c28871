import { Outlet } from "react-router";
import { UploadsProvider } from "~/ui/uploads";
import { useAccount } from "./account.ts";
import { Content } from "./bar.tsx";
import { Look } from "./look.tsx";
import { TopNavigation } from "./top-navigation.tsx";

/** Everything behind the sign-in gate: the top navigation over a calm bench. */
export function Backstage() {
  const account = useAccount();
  return (
    <Look name="backstage">
      {account && <TopNavigation account={account} />}
      <Content>
        <UploadsProvider>
          <Outlet />
        </UploadsProvider>
      </Content>
    </Look>
  );
}
