/** So many words need not be searched for. */
const searchLimit = 100;

type Choices<Value extends string> = Readonly<Record<Value, string>>;

/** What of a list an address asks for. */
export interface ListAsked<Filter extends string, Order extends string> {
  /** Words to search for; empty for all. */
  search: string;
  filter: Filter;
  order: Order;
  /** All of the list is asked for, in its usual order. */
  isWhole: boolean;
}

/**
 * What `?search=…&filter=…&sort=…` asks for. A value that isn't among the choices counts as the first of them.
 * @param filters and orders by their values, the usual one first
 */
export function listAsked<Filter extends string, Order extends string>(
  parameters: URLSearchParams,
  filters: Choices<Filter>,
  orders: Choices<Order>,
): ListAsked<Filter, Order> {
  const search = (parameters.get("search") ?? "").replaceAll("\0", "").trim().slice(0, searchLimit);
  const filter = choiceOf(filters, parameters.get("filter"));
  const order = choiceOf(orders, parameters.get("sort"));
  const isWhole = search === "" && filter === choiceOf(filters, null) && order === choiceOf(orders, null);
  return { search, filter, order, isWhole };
}

function choiceOf<Value extends string>(choices: Choices<Value>, asked: string | null): Value {
  const isValue = (name: string | null): name is Value => name !== null && Object.hasOwn(choices, name);
  const [usual] = Object.keys(choices).filter(isValue);
  if (isValue(asked)) return asked;
  if (usual === undefined) throw new TypeError("There is nothing to choose from.");
  return usual;
}

/** The address of a page of the same list. */
export function listPage(parameters: URLSearchParams, page: number): string {
  const next = new URLSearchParams(parameters);
  next.delete("page");
  if (page > 1) next.set("page", String(page));
  return `?${next}`;
}
