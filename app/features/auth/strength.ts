import { msg, t } from "~/shared/t";

export type StrengthColor = "red" | "yellow" | "blue" | "green";

export interface Strength {
  /** 0 to 5. */
  score: number;
  label: string;
  color: StrengthColor;
}

const signs = [/^.{8}/s, /\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{M}\p{N}]/u];
const labels = [
  msg("Very Weak|a password"),
  msg("Weak|a password"),
  msg("Fair|a password"),
  msg("Good|a password"),
  msg("Strong|a password"),
  msg("Very Strong|a password"),
];
const colors: StrengthColor[] = ["red", "red", "yellow", "blue"];

/**
 * How strong a password looks: one point each for eight characters, a lowercase letter, an uppercase letter, a
 * digit and a special character [1 §5].
 */
export function strengthOf(password: string): Strength {
  const score = signs.filter((sign) => sign.test(password)).length;
  return { score, label: t(labels[score] ?? ""), color: colors[score] ?? "green" };
}
