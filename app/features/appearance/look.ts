import type { Appearance } from "./schema.ts";

export function lookOf(_appearance: Appearance) {
  const variables: Record<`--${string}`, string> = {
    "--canvas": "#15141c",
    "--surface": "#1f1e29",
    "--sunken": "#2a2936",
    "--line": "#3a3947",
    "--edge": "#8584a0",
    "--ink": "#f6f5fb",
    "--muted": "#b6b4c6",
    "--accent": "#c7b2ff",
    "--on-accent": "#15141c",
    "--primary": "#8b5cf6",
    "--primary-hover": "#7c4df0",
    "--on-primary": "#ffffff",
    "--danger": "#ff9a8f",
    "--danger-soft": "#3b1511",
    "--danger-fill": "#c5372d",
    "--danger-fill-hover": "#a92c23",
    "--on-danger": "#ffffff",
    "--success": "#7fdc9c",
    "--success-soft": "#10291a",
    "--info": "#a3c7ff",
    "--info-soft": "#14243f",
    "--focus": "#ffffff",
    "--panel": "rgb(0 0 0 / 0.3)",
    "--corner": "0.75rem",
    "--sheet": "#15141c",
    "--on-sheet": "#f6f5fb",
  };
  return { variables, scheme: "dark" as const, barColour: "#15141c" };
}
