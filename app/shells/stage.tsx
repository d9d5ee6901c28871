import { Link, Outlet } from "react-router";
import { useAccount } from "./account.ts";
import { Content } from "./bar.tsx";
import { Look } from "./look.tsx";
import { TopNavigation } from "./top-navigation.tsx";

/** An artist's own poster. Handbill keeps out of sight: a way to sign in, and one small line at the foot. [2 §2] */
export default function Stage() {
  const account = useAccount();
  return (
    <Look name="backstage">
      {account ? (
        <TopNavigation account={account} />
      ) : (
        <nav aria-label="Account" className="absolute top-0 right-0 z-40 p-2.5">
          <Link
            to="/signin"
            className="inline-flex min-h-11 items-center rounded-box px-3 font-medium text-muted text-sm hover:text-ink"
          >
            Sign In
          </Link>
        </nav>
      )}
      <Content>
        <Outlet />
      </Content>
      <footer className="px-4 py-4 text-center text-muted text-xs">
        <Link to="/" className="inline-flex min-h-11 items-center hover:text-ink hover:underline">
          Made with Handbill
        </Link>
      </footer>
    </Look>
  );
}
