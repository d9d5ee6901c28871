import type { ReactNode } from "react";
import type { OwnLook } from "./own-look.server.ts";

/**
 * A piece of the musician's own page within a tool: in their colours and their font.
 * @param isSection on the panel that the page's sections stand on
 */
export function ArtistFrame({
  look,
  isSection,
  children,
}: {
  look: OwnLook;
  isSection: boolean;
  children: ReactNode;
}) {
  return (
    <div
      style={{
        ...look.variables,
        colorScheme: look.scheme,
        fontFamily: look.font.stack,
        backgroundImage: "var(--gradient)",
      }}
      className="rounded-box bg-canvas p-3 text-foreground"
    >
      <style href={`font-${look.font.name}`} precedence="artist">
        {look.font.css}
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
