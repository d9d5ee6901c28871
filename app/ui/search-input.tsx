import { type ComponentProps, useLayoutEffect, useRef } from "react";

/**
 * A field for words to search for. It keeps the focus and the cursor when what is shown comes of another search, and shows
 * that one's words then, as after the browser's Back button.
 */
export function SearchInput({
  asked,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "value" | "defaultValue"> & {
  /** What the list is of at the moment. */
  asked: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the page woke up stays.
  const shown = useRef(asked);
  useLayoutEffect(() => {
    if (shown.current === asked) return;
    shown.current = asked;
    if (input.current) input.current.value = asked;
  }, [asked]);
  return <input {...rest} ref={input} type="search" defaultValue={asked} autoComplete="off" />;
}
