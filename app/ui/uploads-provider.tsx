import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { AccountUploads, keptMark } from "~/client/account-uploads.ts";
import { UploadsContext } from "./uploads-context.ts";

/** Where its code can't be had, the screen stays: a file says itself how far it is, in its tool. */
const UploadWatch = lazy<typeof import("./upload-watch.tsx").UploadWatch>(async () => ({
  default: await import("./upload-watch.tsx").then(
    ({ UploadWatch }) => UploadWatch,
    () => () => false,
  ),
}));

/** Those of this tab: a screen with another frame goes on with them. */
let ofTab: AccountUploads | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

function uploadsOf(account: string): AccountUploads {
  const make = () =>
    new AccountUploads(account, async (account, files) => {
      const { keepUploads } = await import("~/client/kept-uploads.ts");
      await keepUploads(account, files);
    });
  // The server renders for many accounts.
  if (typeof window === "undefined") return make();
  if (!ofTab?.isOf(account)) {
    ofTab?.close();
    ofTab = make();
  }
  return ofTab;
}

/** Whether an earlier page has left files that were on their way. */
function hasKept(): boolean {
  try {
    return localStorage.getItem(keptMark) !== null;
  } catch {
    return false;
  }
}

/**
 * Keeps uploads on their way while the musician moves between screens, and goes on with those that a reload broke off.
 * When the account leaves, as by signing out, everything stops; bytes that have arrived are kept for a day. The code that
 * sends and shows comes with the first file. To be rendered anew for another account.
 */
export function UploadsProvider({ account, children }: { account: string; children: ReactNode }) {
  const [uploads] = useState(() => uploadsOf(account));
  const [isWatched, setIsWatched] = useState(false);
  useEffect(() => {
    clearTimeout(leaving);
    if (hasKept() || uploads.items().length > 0) setIsWatched(true);
    else uploads.settle();
    const end = uploads.subscribe(() => uploads.items().length > 0 && setIsWatched(true));
    return () => {
      end();
      leaving = setTimeout(() => uploads.close());
    };
  }, [uploads]);
  return (
    <UploadsContext value={uploads}>
      {children}
      {isWatched && (
        <Suspense>
          <UploadWatch uploads={uploads} />
        </Suspense>
      )}
    </UploadsContext>
  );
}
