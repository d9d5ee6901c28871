import { NavLink } from "react-router";
import { t } from "~/shared/t";

/** Links to the newsletter's two screens. */
export function NewsletterTabs() {
  const parts = [
    { to: "/newsletter", text: t("Subscribers") },
    { to: "/newsletter/letters", text: t("Letters") },
  ];
  return (
    <nav
      aria-label={t("Newsletter")}
      className="flex flex-wrap rounded-box border border-edge bg-surface p-0.5"
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
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
