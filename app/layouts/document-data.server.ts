import { data, type ServerBuild, type StaticHandlerContext } from "react-router";

type Routes = ServerBuild["routes"];
type Loader = NonNullable<NonNullable<Routes[string]>["module"]["loader"]>;

/** The layouts whose pages are documents without React in the browser. */
const documentLayouts = ["layouts/public", "layouts/embed", "layouts/preview", "layouts/site"];

/**
 * What a loader has given to a page that only the server renders. React Router writes every loader's data down for the
 * React of a browser; of this there is nothing to write.
 */
class DocumentData {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  static valueOf(given: unknown): unknown {
    return given instanceof DocumentData ? given.#value : given;
  }
}

/** Routes in which the loaders of documents give their data to the server's rendering alone, by {@link withOwnData}. */
export function withDocumentData(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { loader, default: page } = route?.module ?? {};
      if (!route || !loader || !page || !isOfDocument(route, routes)) return [id, route];
      return [id, { ...route, module: { ...route.module, loader: forServer(loader) } }];
    }),
  );
}

/** The loaders' data as they gave it, for the server to render. */
export function withOwnData(context: StaticHandlerContext): StaticHandlerContext["loaderData"] {
  return Object.fromEntries(
    Object.entries(context.loaderData).map(([id, given]) => [id, DocumentData.valueOf(given)]),
  );
}

function isOfDocument({ id, parentId }: NonNullable<Routes[string]>, routes: Routes): boolean {
  if (documentLayouts.includes(id)) return true;
  const parent = parentId === undefined ? undefined : routes[parentId];
  return parent !== undefined && isOfDocument(parent, routes);
}

function forServer(loader: Loader): Loader {
  return async (args) => {
    const given: unknown = await loader(args);
    // The error screen, which is React's, asks for the data of the page that it stands in for.
    if (given instanceof Response || new URL(args.request.url).pathname.endsWith(".data")) return given;
    return isWithInit(given)
      ? data(new DocumentData(given.data), given.init ?? undefined)
      : new DocumentData(given);
  };
}

/** What `data(…)` makes of a loader's data and the answer's status and headers. */
function isWithInit(given: unknown): given is ReturnType<typeof data> {
  return (
    typeof given === "object" && given !== null && "type" in given && given.type === "DataWithResponseInit"
  );
}
