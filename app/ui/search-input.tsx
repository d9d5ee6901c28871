import { Search } from "lucide-react";
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

/**
 * A field for words to search for. It keeps the focus and the cursor when the list comes of another search, and shows
 * that search's words then, as after the browser's Back button. What was typed on while that was on its way stays.
 */
export function SearchInput({
  searchedText,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "value" | "defaultValue"> & {
  /** The words of the current list. */
  searchedText: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Text that was typed before hydration stays.
  const shown = useRef(searchedText);
  /** What the field held when it was sent, until a list comes. */
  const sent = useRef<string>(null);
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    const note = () => {
      sent.current = field && field.value.trim() !== shown.current ? field.value : null;
    };
    form?.addEventListener("submit", note);
    return () => form?.removeEventListener("submit", note);
  }, []);
  useLayoutEffect(() => {
    if (shown.current === searchedText) return;
    shown.current = searchedText;
    const field = input.current;
    const isTypedOn = sent.current !== null && field?.value !== sent.current;
    sent.current = null;
    if (field && !isTypedOn) field.value = searchedText;
  }, [searchedText]);
  return <input {...rest} ref={input} type="search" defaultValue={searchedText} autoComplete="off" />;
}

/**
 * Sends the words. It stays enabled while a search is under way: a user who has typed on searches anew, and a form
 * whose button is disabled doesn't submit on Enter.
 */
export function SearchButton({
  path,
  isNarrow = false,
  className,
}: {
  /** The screen whose list is searched. */
  path: string;
  /** On a phone it is only as wide as its picture. */
  isNarrow?: boolean;
  className?: string;
}) {
  const navigation = useNavigation();
  const isSearching = navigation.state === "loading" && navigation.location.pathname === path;
  return (
    <Button type="submit" variant="secondary" className={className}>
      {isSearching ? <Spinner size="sm" /> : <Search aria-hidden="true" className="size-4" />}
      <span className={isNarrow ? "max-sm:sr-only" : ""}>{t("Search")}</span>
    </Button>
  );
}
