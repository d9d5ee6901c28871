import { RefreshCw, ShieldCheck, Sparkles, UserRound, Users } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Form, Link, useRevalidator } from "react-router";
import { alivePath } from "~/shared/server-paths";
import { t } from "~/shared/t";
import { Button, LinkButton } from "~/ui/button";
import { CountTiles } from "~/ui/count-tiles";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { SearchButton, SearchInput } from "~/ui/search-input";
import { useToast } from "~/ui/toasts";
import { AdminTabs } from "./admin-tabs.tsx";
import { HandTiles } from "./hand.tsx";
import { DeleteUserDialog, type Question, SuspendDialog, WarnDialog } from "./user-dialogs.tsx";
import { UserRow } from "./user-row.tsx";
import { networkFailure, type Sort, searchLimit, sorts, usersPath } from "./users.ts";
import type { UsersData } from "./users-route.server.ts";

/** [1 §2 Admin dashboard] User Management */
export function UsersScreen({ data: { shown, asked, hand, reports, ownId } }: { data: UsersData }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { number } = useFormats();
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const about = (kind: Question["kind"]) => (question?.kind === kind ? question.about : null);

  return (
    <AdminTabs open="users" reports={reports}>
      <div className="mb-6">
        <HandTiles hand={hand} />
      </div>
      {"failure" in shown ? (
        <LoadFailure text={shown.failure} />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <CountTiles
            label={t("Accounts")}
            tiles={[
              { icon: Users, label: t("Total Users"), count: shown.stats.total },
              { icon: UserRound, label: t("Musicians"), count: shown.stats.musicians },
              { icon: ShieldCheck, label: t("Admins"), count: shown.stats.admins },
              { icon: Sparkles, label: t("New This Week"), count: shown.stats.newThisWeek },
            ]}
          />
          <section aria-labelledby="users-found" className="grid grid-cols-1 gap-4">
            <div className="flex flex-wrap items-end justify-between gap-3">
              <Finder search={asked.search} />
              <RefreshButton />
            </div>
            <div className="rounded-box border border-line bg-surface p-3 sm:p-5">
              <h2 id="users-found" ref={heading} tabIndex={-1} className="mb-3 px-1 font-semibold text-lg">
                {foundText(asked.search, number(shown.matches))}
              </h2>
              {shown.users.length === 0 ? (
                <div className="flex flex-wrap items-center justify-between gap-3 px-1">
                  <p className="text-muted">
                    {t("No address, no name and no custom URL holds these words.")}
                  </p>
                  <LinkButton variant="secondary" to="/admin">
                    {t("Show all users")}
                  </LinkButton>
                </div>
              ) : (
                <table aria-labelledby="users-found" className="block w-full text-sm lg:table">
                  {/* On a phone, where users are cards, the ways to sort them stand in a row. */}
                  <thead className="block lg:table-header-group">
                    <tr className="flex flex-wrap gap-x-2 text-start text-muted text-xs lg:table-row">
                      <SortHeader asked={asked} sort="user" label={t("USER")} />
                      <SortHeader asked={asked} sort="profile" label={t("PROFILE")} />
                      <SortHeader asked={asked} sort="role" label={t("ROLE")} />
                      <SortHeader asked={asked} sort="joined" label={t("JOINED")} />
                      <th
                        scope="col"
                        className="sr-only px-2 py-2 text-end font-semibold lg:not-sr-only lg:px-2 lg:py-2"
                      >
                        {t("ACTIONS")}
                      </th>
                    </tr>
                  </thead>
                  <tbody className="block lg:table-row-group">
                    {shown.users.map((user) => (
                      <UserRow
                        key={user.id}
                        user={user}
                        isOwn={user.id === ownId}
                        onAsk={(kind) => setQuestion({ about: user, kind })}
                      />
                    ))}
                  </tbody>
                </table>
              )}
              <PageLinks
                page={shown.page}
                pages={shown.pages}
                labels={{ before: t("Previous users"), after: t("Next users") }}
                to={(page) => usersPath({ ...asked, page })}
              />
            </div>
          </section>
        </div>
      )}
      <DeleteUserDialog user={about("delete")} focusAfter={heading} onClose={close} />
      <SuspendDialog user={about("suspend")} onClose={close} />
      <WarnDialog user={about("warn")} onClose={close} />
    </AdminTabs>
  );
}

function foundText(search: string, matches: string): string {
  return search
    ? t("Users with “{search}” ({count})", { search, count: matches })
    : t("All users ({count})", { count: matches });
}

function Finder({ search }: { search: string }) {
  const id = useId();
  return (
    <Form
      role="search"
      aria-label={t("Users")}
      action="/admin"
      className="flex max-w-xl grow items-end gap-3"
    >
      <label htmlFor={id} className="grid grow gap-1.5 font-semibold text-sm">
        {t("Search users")}
        <SearchInput
          id={id}
          searchedText={search}
          name="q"
          maxLength={searchLimit}
          placeholder={t("Address, name or URL")}
          dir="auto"
          className="min-h-11 w-full rounded-box border border-edge bg-surface px-3 font-normal text-base text-foreground placeholder:text-muted"
        />
      </label>
      <SearchButton path="/admin" />
    </Form>
  );
}

/** Loads the list anew. A server that is out of reach costs a toast, not the screen. [1 §2, §8] */
function RefreshButton() {
  const { revalidate, state } = useRevalidator();
  const [isTrying, setIsTrying] = useState(false);
  const toast = useToast();
  const refresh = async () => {
    setIsTrying(true);
    const isThere = await fetch(alivePath).then(
      ({ ok }) => ok,
      () => false,
    );
    setIsTrying(false);
    if (isThere) await revalidate();
    else toast.error(t(networkFailure));
  };
  const isBusy = isTrying || state === "loading";
  return (
    <Button variant="secondary" onClick={refresh} pending={isBusy}>
      {!isBusy && <RefreshCw aria-hidden="true" className="size-4" />}
      {t("Refresh")}
    </Button>
  );
}

const arrows = { asc: "↑", desc: "↓" };

function SortHeader({ asked, sort, label }: { asked: UsersData["asked"]; sort: Sort; label: string }) {
  const isSorted = asked.sort === sort;
  const next = isSorted && asked.direction === sorts[sort] ? opposite(sorts[sort]) : sorts[sort];
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (asked.direction === "asc" ? "ascending" : "descending") : undefined}
      className="px-1 font-semibold lg:px-2"
    >
      <Link
        to={usersPath({ ...asked, sort, direction: next, page: 1 })}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-1 hover:text-foreground"
      >
        {label}
        <span aria-hidden="true" className={isSorted ? "text-foreground" : "invisible"}>
          {arrows[asked.direction]}
        </span>
      </Link>
    </th>
  );
}

function opposite(direction: "asc" | "desc"): "asc" | "desc" {
  return direction === "asc" ? "desc" : "asc";
}
