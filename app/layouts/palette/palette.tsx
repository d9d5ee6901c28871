import { CalendarDays, Disc3, type LucideIcon, Music, UserRound } from "lucide-react";
import { Fragment, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate, useSubmit } from "react-router";
import { z } from "zod";
import { withSession } from "~/shared/sign-in-again";
import { msg, t } from "~/shared/t";
import { Dialog } from "~/ui/dialog";
import { useToast } from "~/ui/toasts";
import type { Account } from "../account.ts";
import { type Command, commandsOf, type Goal, matching } from "./commands.ts";
import type { Found } from "./find.server.ts";
import { wordsLimit } from "./words.ts";

interface PaletteProps {
  account: Account;
  onClose(): void;
  onShowShortcuts(): void;
}

/** Finds a tool, a setting or an action by its words, and tracks, releases, events and people by their names. */
export function Palette({ open, ...rest }: PaletteProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={t("Find anything")}>
      <Finder {...rest} />
    </Dialog>
  );
}

const kinds: Record<Found["kind"], { group: string; icon: LucideIcon }> = {
  track: { group: msg("Tracks"), icon: Music },
  release: { group: msg("Releases"), icon: Disc3 },
  event: { group: msg("Events"), icon: CalendarDays },
  person: { group: msg("People"), icon: UserRound },
};

function Finder({ account, onClose, onShowShortcuts }: PaletteProps) {
  const id = useId();
  const navigate = useNavigate();
  const submit = useSubmit();
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { found, state } = useFound(typed);
  const commands = useMemo(() => commandsOf(account), [account]);
  const shown = useMemo(
    () => [
      ...matching(commands, typed),
      ...found.map(
        ({ kind, title, detail, to }): Command => ({
          group: t(kinds[kind].group),
          title,
          detail,
          icon: kinds[kind].icon,
          goal: { to },
        }),
      ),
    ],
    [commands, typed, found],
  );
  // Each group as a whole, in the order of their best.
  const options = [...Map.groupBy(shown, ({ group }) => group).values()].flat();
  const at = Math.min(chosen, options.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  // The browser would give the focus to the list, because it scrolls.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);

  const copy = async (path: string) => {
    try {
      await navigator.clipboard.writeText(location.origin + path);
      toast.success(t("Bio page URL copied to clipboard!"));
    } catch {
      toast.error(t("Failed to copy URL"));
    }
  };
  const go = (goal: Goal) => {
    if ("does" in goal && goal.does === "show-shortcuts") return onShowShortcuts();
    onClose();
    if ("to" in goal) return navigate(goal.to);
    if ("page" in goal) return location.assign(goal.page);
    if ("copies" in goal) return copy(goal.copies);
    return submit(null, { method: "post", action: "/signout" });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const option = options[at];
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to !== undefined && options.length > 0) setChosen((to + options.length) % options.length);
    else if (event.key === "Enter" && option) go(option.goal);
    // A search field would only be emptied.
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  };
  const status =
    state === "asking"
      ? t("Searching...")
      : state === "failed"
        ? t("Your tracks, events and people could not be searched. Please try again.")
        : options.length === 0
          ? t("Nothing found.")
          : t("{count, plural, one {# result} other {# results}}", { count: options.length });
  return (
    <>
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label={t("Find tools, tracks, events, people, settings and actions")}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={wordsLimit}
        dir="auto"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setChosen(0);
        }}
        onKeyDown={handleKey}
        className="mt-1 min-h-12 w-full rounded-box border border-edge bg-surface px-3 text-base"
      />
      <p role="status" className={`mt-2 text-sm ${state === "failed" ? "text-danger" : "text-muted"}`}>
        {status}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("Results")}
        className="-mx-2 mt-1 h-[min(26rem,50dvh)] overflow-y-auto"
      >
        {options.map((command, index) => (
          <Fragment key={optionId(index)}>
            {command.group !== options[index - 1]?.group && (
              <p role="presentation" className="px-2 pt-3 pb-1 font-semibold text-muted text-xs">
                {command.group}
              </p>
            )}
            <Option
              id={optionId(index)}
              command={command}
              isChosen={index === at}
              onPoint={() => setChosen(index)}
              onPress={() => go(command.goal)}
            />
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** Pressed by pointer; by keyboard the field keeps the focus, and names the chosen one. */
function Option({
  id,
  command: { icon: Icon, group, title, detail },
  isChosen,
  onPoint,
  onPress,
}: {
  id: string;
  command: Command;
  isChosen: boolean;
  onPoint(): void;
  onPress(): void;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      onPointerMove={onPoint}
      onClick={onPress}
      className={`flex min-h-11 w-full items-center text-start gap-3 rounded-box px-2 py-1.5 ${
        isChosen ? "bg-accent text-on-accent" : ""
      }`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 grow">
        <span dir="auto" className="wrap-anywhere block font-medium leading-tight">
          {title}
          <span className="sr-only">{`, ${group}`}</span>
        </span>
        {detail && (
          <span dir="auto" className={`block truncate text-sm ${isChosen ? "" : "text-muted"}`}>
            {detail}
          </span>
        )}
      </span>
    </button>
  );
}

const answerSchema = z.object({
  found: z.array(
    z.object({
      kind: z.enum(["track", "release", "event", "person"]),
      title: z.string(),
      detail: z.string(),
      to: z.string(),
    }),
  ),
});

const none: Found[] = [];

/** After this pause in typing the server is asked. */
const pauseMs = 150;
/** So long its answer may take. */
const patienceMs = 5_000;

/** What the server finds for the typed words. What it found before stays until the next answer is here. */
function useFound(typed: string): { found: Found[]; state: "asking" | "failed" | "there" } {
  const words = typed.trim();
  const [answer, setAnswer] = useState<{ to: string; found: Found[]; hasFailed: boolean }>({
    to: "",
    found: none,
    hasFailed: false,
  });
  useEffect(() => {
    if (words === "") return;
    const given = new AbortController();
    const ask = async () => {
      const signal = AbortSignal.any([given.signal, AbortSignal.timeout(patienceMs)]);
      const address = `/dashboard/find?words=${encodeURIComponent(words)}`;
      try {
        const response = await withSession((headers) => fetch(address, { headers, signal }));
        const { found } = answerSchema.parse(await response.json());
        setAnswer({ to: words, found, hasFailed: false });
      } catch {
        if (!given.signal.aborted) setAnswer({ to: words, found: none, hasFailed: true });
      }
    };
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [words]);
  if (words === "") return { found: none, state: "there" };
  if (answer.to !== words) return { found: answer.found, state: "asking" };
  return { found: answer.found, state: answer.hasFailed ? "failed" : "there" };
}
