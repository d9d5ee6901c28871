import {
  BellRing,
  CalendarPlus,
  CircleUserRound,
  Copy,
  Disc3,
  Download,
  ExternalLink,
  ImagePlus,
  Import,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  PenLine,
  ShieldCheck,
  Upload,
  Webhook,
} from "lucide-react";
import { artistPath } from "~/shared/artist-address";
import { searchable } from "~/shared/search-words";
import { t } from "~/shared/t";
import type { Account } from "../account.ts";
import { adminPanel, barTools, otherTools } from "../tools.ts";

/** A screen, a document that the browser opens itself, a path to be copied as a whole address, or what is done here. */
export type Goal =
  | { to: string }
  | { page: string }
  | { copies: string }
  | { does: "show-shortcuts" | "sign-out" };

export interface Command {
  group: string;
  title: string;
  detail: string;
  icon: LucideIcon;
  goal: Goal;
}

/** Every command that this account has. */
export function commandsOf(account: Account): Command[] {
  const path = artistPath(account);
  const tools = [...barTools, ...otherTools, ...(account.canAdminister ? [adminPanel] : [])];
  return [
    ...actions(),
    ...(path
      ? [
          action(t("Open my page"), ExternalLink, { page: path }),
          action(t("Copy my page's address"), Copy, { copies: path }),
        ]
      : []),
    ...tools.map(({ to, label, menuLabel, text, icon }) => ({
      group: t("Tools"),
      title: t(menuLabel ?? label),
      detail: t(text),
      icon,
      goal: { to },
    })),
    ...settings(),
  ];
}

const action = (title: string, icon: LucideIcon, goal: Goal): Command => ({
  group: t("Actions"),
  title,
  detail: "",
  icon,
  goal,
});

const actions = () => [
  action(t("Upload a track"), Upload, { to: "/music" }),
  action(t("Upload photos"), ImagePlus, { to: "/gallery" }),
  action(t("Add an event"), CalendarPlus, { to: "/events" }),
  action(t("Make a release"), Disc3, { to: "/music/releases" }),
  action(t("Write a newsletter"), PenLine, { to: "/newsletter/letters" }),
  action(t("Show keyboard shortcuts"), Keyboard, { does: "show-shortcuts" }),
  action(t("Download everything of mine"), Download, { to: "/account/data" }),
  action(t("Sign out"), LogOut, { does: "sign-out" }),
];

const setting = (title: string, detail: string, icon: LucideIcon, to: string): Command => ({
  group: t("Settings"),
  title,
  detail,
  icon,
  goal: { to },
});

const settings = () => [
  setting(t("Account"), t("Your address and your password."), CircleUserRound, "/account"),
  setting(t("Security"), t("Second factors and passkeys."), ShieldCheck, "/account/security"),
  setting(t("Devices"), t("Where you are signed in."), MonitorSmartphone, "/account/devices"),
  setting(t("API keys"), t("Let your own programs read and write your page."), KeyRound, "/account/keys"),
  setting(
    t("Preferences"),
    t("Time zone, formats, and which mails you get."),
    BellRing,
    "/account/preferences",
  ),
  setting(t("Webhooks"), t("Programs that are told what happens here."), Webhook, "/account/webhooks"),
  setting(t("Your data"), t("Take everything with you, or delete your account."), Download, "/account/data"),
  setting(
    t("Import"),
    t("Bring in what you have elsewhere, such as links, subscribers and dates."),
    Import,
    "/account/import",
  ),
];

/** So many of each group are shown. */
const mostOfGroup = 8;

/**
 * The commands with all these words in their titles, or where no title has them in their texts, those first whose title begins with them, as whole words or otherwise.
 * @returns a limited number of each group
 */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = searchable(typed).split(/\s+/).filter(Boolean);
  const begin = words.join(" ");
  const worth = ({ title }: Command) => {
    const text = `${searchable(title)} `;
    return text.startsWith(`${begin} `) ? 2 : text.startsWith(begin) ? 1 : 0;
  };
  const have = (text: string) => words.every((word) => searchable(text).includes(word));
  const named = commands.filter(({ title }) => have(title));
  const counts = new Map<string, number>();
  return (named.length > 0 ? named : commands.filter(({ title, detail }) => have(`${title} ${detail}`)))
    .toSorted((one, other) => worth(other) - worth(one))
    .filter(({ group }) => {
      const count = (counts.get(group) ?? 0) + 1;
      counts.set(group, count);
      return count <= mostOfGroup;
    });
}
