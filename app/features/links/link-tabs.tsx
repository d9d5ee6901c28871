import { NavLink } from "react-router";
import { msg, t } from "~/shared/t";

const parts = [
  { to: "/social-links", text: msg("Social links") },
  { to: "/social-links/buttons", text: msg("Links with a title") },
];

/** Links to the tool's two screens. */
export function LinkTabs() {
  return (
    <nav
      aria-label={t("Links")}
      className="flex flex-wrap justify-self-start rounded-box border border-edge bg-surface p-0.5"
    >
      {parts.map(({ to, text }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            `inline-flex min-h-11 items-center rounded-box px-3 font-semibold text-sm sm:px-4 ${
              isActive ? "bg-primary text-on-primary" : "hover:bg-sunken"
            }`
          }
        >
          {t(text)}
        </NavLink>
      ))}
    </nav>
  );
}
