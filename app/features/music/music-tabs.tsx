import { NavLink } from "react-router";

const parts = [
  { to: "/music", text: "Tracks", isWhole: true },
  { to: "/music/releases", text: "Releases", isWhole: false },
  { to: "/music/private-links", text: "Private links", isWhole: true },
];

/** Links to the tool's screens. */
export function MusicTabs() {
  return (
    <nav
      aria-label="Music"
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
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
