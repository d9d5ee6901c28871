import type { ReactNode } from "react";
import type { OwnTheme } from "./own-theme.server.ts";

/**
 * A piece of the musician's own page within a tool: in their colours and their font.
 * @param isSection on the panel that the page's sections stand on
 */
export function ArtistFrame({
  theme,
  isSection = false,
  children,
}: {
  theme: OwnTheme;
  isSection?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      style={{
        ...theme.variables,
        colorScheme: theme.scheme,
        fontFamily: theme.font.stack,
        backgroundImage: "var(--gradient)",
      }}
      className="rounded-box bg-canvas p-3 text-foreground"
    >
      <style href={`font-${theme.font.name}`} precedence="artist">
        {theme.font.css}
      </style>
      {isSection ? (
        <div className="rounded-box p-3" style={{ background: "var(--panel)" }}>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  );
}
