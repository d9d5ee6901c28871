import { useId } from "react";
import { Form, useSubmit } from "react-router";
import { LinkButton } from "./button.tsx";
import { SearchButton, SearchInput } from "./search-input.tsx";

interface Choice {
  name: string;
  label: string;
  value: string;
  /** By their values, in their order. */
  options: Readonly<Record<string, string>>;
}

/** Search, filter and order of a list, which the server makes of the address. Without scripts it is a form with a button. */
export function ListFinder({
  name,
  label,
  path,
  search,
  searchName = "search",
  searchLimit = 100,
  placeholder,
  choices,
  hidden = {},
}: {
  /** The list's, for screen readers. */
  name: string;
  /** The search field's. */
  label: string;
  path: string;
  /** The words of the current list. */
  search: string;
  searchName?: string;
  searchLimit?: number;
  placeholder?: string;
  choices: readonly Choice[];
  /** What else the address says. */
  hidden?: Readonly<Record<string, string>>;
}) {
  const id = useId();
  const submit = useSubmit();
  const control = "min-h-11 w-full rounded-box border border-edge bg-surface px-3 text-base text-foreground";
  return (
    <Form role="search" aria-label={name} action={path} className="flex flex-wrap items-end gap-3">
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <div className="flex grow basis-64 items-end gap-2">
        <label htmlFor={id} className="grid min-w-0 grow gap-1.5 font-semibold text-sm">
          {label}
          <SearchInput
            id={id}
            searchedText={search}
            name={searchName}
            maxLength={searchLimit}
            placeholder={placeholder}
            dir="auto"
            className={`${control} font-normal placeholder:text-muted`}
          />
        </label>
        <SearchButton path={path} isNarrow />
      </div>
      {choices.map((choice) => (
        <div key={choice.name} className="grid max-w-full grow gap-1.5 text-sm sm:grow-0">
          <label htmlFor={`${id}-${choice.name}`} className="font-semibold">
            {choice.label}
          </label>
          <select
            key={choice.value}
            id={`${id}-${choice.name}`}
            name={choice.name}
            defaultValue={choice.value}
            onChange={({ currentTarget }) => submit(currentTarget.form)}
            className={`${control} font-normal`}
          >
            {Object.entries(choice.options).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
    </Form>
  );
}

/** Stands in the list's place where the search finds nothing. */
export function NothingFound({ text, to, all }: { text: string; to: string; all: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">{text}</p>
      <LinkButton variant="secondary" to={to}>
        {all}
      </LinkButton>
    </div>
  );
}
