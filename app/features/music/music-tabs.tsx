import { NavLink } from "react-router";
import { msg, t } from "~/shared/t";

const parts = [
  { to: "/music", text: msg("Tracks"), isWhole: true },
  { to: "/music/releases", text: msg("Releases"), isWhole: false },
  { to: "/music/private-links", text: msg("Private links"), isWhole: true },
];

/** Links to the tool's screens. */
export function MusicTabs() {
  return (
    <nav
      aria-label={t("Music")}
      className="flex flex-wrap justify-self-start rounded-box border border-edge bg-surface p-0.5"
    >
      {parts.map(({ to, text, isWhole }) => (
        <NavLink
          key={to}
          to={to}
          end={isWhole}
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
