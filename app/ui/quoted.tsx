import { languageOf } from "~/shared/writing";

/**
 * A visitor's text that an admin judges: in full, scrolling where it is very long. The height shows half a line there,
 * so that it is plain that the text goes on.
 */
export function Quoted({ text }: { text: string }) {
  return (
    <blockquote
      dir="auto"
      lang={languageOf(text)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reached by keyboard
      tabIndex={0}
      className="my-3 max-h-93 overflow-y-auto wrap-anywhere whitespace-pre-line border-edge border-s-4 ps-3 text-start"
    >
      {text}
    </blockquote>
  );
}
