import { ListChecks } from "lucide-react";
import { type ReactNode, useState } from "react";
import { allOf } from "~/shared/chosen";
import { t } from "~/shared/t";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { useFormats } from "./formats.ts";

export interface Selection<Item> {
  /** Whether rows are being chosen. */
  isOn: boolean;
  isAlwaysOn: boolean;
  items: readonly Item[];
  /** Those on this page that are chosen and still there. */
  selected: Item[];
  /** All are chosen, also those of the list's other pages. */
  isAll: boolean;
  /** How many are chosen. */
  count: number;
  /** How many `chooseAll` takes. */
  total: number;
  /** The form field that says which are chosen. */
  field: string;
  has(id: string): boolean;
  choose(ids: readonly string[], isChosen: boolean): void;
  chooseAll(): void;
  begin(): void;
  end(): void;
}

/** A list of several pages, all of which can be chosen at once. */
interface Whole {
  /** Rows can be chosen from the start, not only after 'Select'. */
  isAlwaysOn?: boolean;
  /** On all its pages. */
  total: number;
  /** Its search and filter, as its address has them. */
  asked: Readonly<Record<string, string>>;
}

/** Which of a list's items are chosen, for what is done with several at once. */
export function useSelection<Item extends { id: string }>(
  items: readonly Item[],
  { total, asked, isAlwaysOn = false }: Whole = { total: items.length, asked: {} },
): Selection<Item> {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [allOfList, setAllOfList] = useState<string | null>(null);
  const list = JSON.stringify(asked);
  // All of one list says nothing of what another search finds.
  const isAll = allOfList === list;
  const ids = items.map(({ id }) => id);
  const selected = isAll ? [...items] : items.filter(({ id }) => chosen?.has(id));
  return {
    isOn: isAlwaysOn || chosen !== null,
    isAlwaysOn,
    items,
    selected,
    isAll,
    count: isAll ? total : selected.length,
    total,
    field: isAll ? allOf(total, asked) : selected.map(({ id }) => id).join(" "),
    has: (id) => isAll || (chosen?.has(id) ?? false),
    chooseAll: () => setAllOfList(list),
    choose: (some, isChosen) => {
      setAllOfList(null);
      setChosen((before) => {
        const next = new Set(isAll ? ids : before);
        for (const id of some) {
          if (isChosen) next.add(id);
          else next.delete(id);
        }
        return next;
      });
    },
    begin: () => setChosen(new Set()),
    end: () => {
      setAllOfList(null);
      setChosen(null);
    },
  };
}

/** Where choosing begins, and while it lasts: how many are chosen, and what to do with them. */
export function SelectionBar<Item extends { id: string }>({
  selection: { isOn, isAlwaysOn, items, isAll, count, total, choose, chooseAll, begin, end },
  found,
  children,
}: {
  selection: Selection<Item>;
  /** How many a search has found. */
  found?: string | undefined;
  /** A `BulkButton` for each thing that can be done with those that are chosen. */
  children: ReactNode;
}) {
  const { number } = useFormats();
  return (
    <>
      {found && <p role="status">{found}</p>}
      {!isOn && items.length > 0 && (
        <div className="mb-1 flex justify-end">
          <Button variant="quiet" onClick={begin}>
            <ListChecks aria-hidden="true" className="size-4" />
            {t("Select")}
          </Button>
        </div>
      )}
      {isOn && items.length > 0 && (
        <div className="sticky top-16 z-10 -mx-2 mb-2 flex flex-wrap items-center gap-x-3 border-line border-b bg-surface px-2 py-1">
          <Checkbox
            checked={count > 0 && (isAll || count === items.length)}
            onChange={({ currentTarget }) =>
              choose(
                items.map(({ id }) => id),
                currentTarget.checked,
              )
            }
          >
            {count === 0
              ? t("Select all on this page")
              : t(
                  isAll
                    ? "{count, plural, one {All {shown} selected} other {All {shown} selected}}"
                    : "{count, plural, one {{shown} selected} other {{shown} selected}}",
                  { count, shown: number(count) },
                )}
          </Checkbox>
          {!isAll && count === items.length && total > count && (
            <Button variant="quiet" onClick={chooseAll}>
              {t("Select all {count}", { count: number(total) })}
            </Button>
          )}
          {!isAlwaysOn && (
            <Button variant="quiet" className="ms-auto sm:order-last" onClick={end}>
              {t("Done")}
            </Button>
          )}
          {count > 0 && (
            <fieldset className="-mx-3 flex flex-wrap max-sm:basis-full sm:mx-0">
              <legend className="sr-only">{t("What to do with those selected")}</legend>
              {children}
            </fieldset>
          )}
        </div>
      )}
    </>
  );
}

/** Does something with all that are chosen. */
export function BulkButton({ text, onClick }: { text: string; onClick(): void }) {
  return (
    <Button variant="quiet" onClick={onClick}>
      <span aria-hidden="true" className="sm:hidden">
        {text}
      </span>
      <span className="max-sm:sr-only">{t("{action} selected", { action: text })}</span>
    </Button>
  );
}

/** Chooses one item. */
export function SelectBox<Item extends { id: string }>({
  selection,
  id,
  name,
}: {
  selection: Selection<Item>;
  id: string;
  name: string;
}) {
  return (
    <label className="-ms-3 grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        checked={selection.has(id)}
        aria-label={t("Select {name}", { name })}
        onChange={({ currentTarget }) => selection.choose([id], currentTarget.checked)}
        className="size-5 cursor-pointer accent-primary"
      />
    </label>
  );
}
