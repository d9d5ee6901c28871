import { Link } from "react-router";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { UnavailableButton } from "~/ui/unavailable-button";
import type { Account } from "./account.ts";
import { Bar, Menu, SignOut } from "./bar.tsx";
import { registrationDisabled, useRegistration } from "./registration.ts";

/** The header of the landing and the auth pages. [1 §2] */
export function SiteHeader({ account }: { account: Account | null }) {
  return <Bar home="/">{account ? <Own account={account} /> : <Strangers />}</Bar>;
}

function Strangers() {
  const isOpen = useRegistration() === "open";
  return (
    <nav aria-label={t("Account")} className="flex items-center gap-2">
      <LinkButton to="/signin" variant="quiet">
        {t("Sign In")}
      </LinkButton>
      {isOpen ? (
        <LinkButton to="/signup">{t("Get Started")}</LinkButton>
      ) : (
        <UnavailableButton reason={t(registrationDisabled)} align="end">
          {t("Get Started")}
        </UnavailableButton>
      )}
    </nav>
  );
}

function Own({ account }: { account: Account }) {
  const links = [
    account.isSuspended
      ? { to: "/suspended", label: t("Your account") }
      : { to: "/dashboard", label: t("Dashboard") },
    ...(account.canAdminister
      ? [
          { to: "/musician-dashboard", label: t("Musician View") },
          { to: "/admin", label: t("Admin") },
        ]
      : []),
    { to: "/account", label: account.artistName ?? t("Account") },
  ];
  return (
    <>
      <nav aria-label={t("Account")} className="hidden items-center gap-2 md:flex">
        {links.map(({ to, label }) => (
          <LinkButton key={to} to={to} variant="quiet">
            <span dir="auto" className="max-w-40 truncate">
              {label}
            </span>
          </LinkButton>
        ))}
        <SignOut />
      </nav>
      <Menu label={t("Menu")} className="md:hidden">
        <ul>
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-12 items-center rounded-box px-3 font-medium hover:bg-sunken"
              >
                <span dir="auto" className="truncate">
                  {label}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <SignOut className="mt-2 w-full border border-edge" />
      </Menu>
    </>
  );
}
