import type { Appearance } from "~/artist-theme/appearance";
import { artistTheme } from "~/artist-theme/artist-theme";
import { msg } from "~/shared/t";

/** How an issue's mail is dressed. */
export const looks = {
  plain: msg("Plain, like a letter"),
  sheet: msg("Your name, picture and colours"),
  poster: msg("All in your page's colours"),
} as const;

export type Look = keyof typeof looks;

/** Solid colours of a mail: many mail programs know no others. */
export interface MailColours {
  page: string;
  paper: string;
  sunken: string;
  text: string;
  muted: string;
  link: string;
  fill: string;
  onFill: string;
  rule: string;
}

const plain = {
  light: {
    page: "#ffffff",
    paper: "#ffffff",
    sunken: "#f4f2ee",
    text: "#1c1b19",
    muted: "#5d5a55",
    link: "#1c1b19",
    fill: "#1c1b19",
    onFill: "#ffffff",
    rule: "#cfccc6",
  },
  dark: {
    page: "#161514",
    paper: "#161514",
    sunken: "#242220",
    text: "#f3f1ee",
    muted: "#b5b1ab",
    link: "#f3f1ee",
    fill: "#f3f1ee",
    onFill: "#161514",
    rule: "#4a4744",
  },
};

/**
 * A look's colours where the mail program is light and where it is dark, readable as those of the artist's page are:
 * they come out of the same guard. A poster has its own in both.
 */
export function mailColours(look: Look, appearance: Appearance): { light: MailColours; dark: MailColours } {
  if (look === "plain") return plain;
  // A mail has no background picture, so its colours needn't bear one.
  const bare = { ...appearance, background: { kind: "none" } } as const;
  if (look === "poster") {
    const own = coloursOf(artistTheme(bare).variables);
    return { light: own, dark: own };
  }
  return {
    light: coloursOf(artistTheme({ ...bare, textColorMode: "dark" }).variables),
    dark: coloursOf(artistTheme({ ...bare, textColorMode: "light" }).variables),
  };
}

function coloursOf(variables: Record<`--${string}`, string>): MailColours {
  const of = (name: `--${string}`) => variables[name] ?? "#808080";
  return {
    page: of("--canvas"),
    paper: of("--surface"),
    sunken: of("--sunken"),
    text: of("--foreground"),
    muted: of("--muted"),
    link: of("--accent"),
    fill: of("--primary"),
    onFill: of("--on-primary"),
    rule: of("--edge"),
  };
}
