import { z } from "zod";
import { AppError } from "../errors.ts";
import type { Resource } from "./resource.ts";

/** Something that can be asked of a resource. */
export interface Operation {
  kind: "list" | "get" | "create" | "update" | "remove" | "reorder";
  method: "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
  /** Below `apiPath`, with `{id}` where a row's id stands. */
  path: string;
  resource: Resource;
}

/** Everything that can be asked of these resources. */
export function operationsOf(resources: readonly Resource[]): Operation[] {
  return resources.flatMap((resource) => {
    const { path, isSingle, create, update, remove, reorder } = resource;
    const one = isSingle ? path : `${path}/{id}`;
    const operations: (Omit<Operation, "resource"> | false)[] = [
      !isSingle && { kind: "list", method: "GET", path },
      create !== undefined && { kind: "create", method: "POST", path },
      reorder !== undefined && { kind: "reorder", method: "PUT", path: `${path}/order` },
      { kind: "get", method: "GET", path: one },
      update !== undefined && { kind: "update", method: "PATCH", path: one },
      remove !== undefined && { kind: "remove", method: "DELETE", path: one },
    ];
    return operations.flatMap((operation) => (operation ? [{ ...operation, resource }] : []));
  });
}

const uuid = z.uuid();

/** The operations at a path, with the id that it names. */
function operationsAt(resources: readonly Resource[], path: string) {
  const [first, last, ...more] = path.split("/");
  const id = uuid.safeParse(last).data?.toLowerCase();
  const template = id === undefined ? path : `${first}/{id}`;
  const found = more.length === 0 ? operationsOf(resources).filter((one) => one.path === template) : [];
  return { found, id };
}

/** The methods that a path knows, as an `Allow` header names them. */
export function methodsAt(resources: readonly Resource[], path: string): string {
  const methods = operationsAt(resources, path).found.map(({ method }) => method);
  return (methods.includes("GET") ? ["HEAD", ...methods] : methods).join(", ");
}

/**
 * What a request asks for. A HEAD asks for the same as a GET.
 * @throws AppError `not-found`, `not-allowed`
 */
export function operationAt(
  resources: readonly Resource[],
  method: string,
  path: string,
): { operation: Operation; id: string | undefined } {
  const { found, id } = operationsAt(resources, path);
  if (found.length === 0) throw new AppError("not-found", "There is no such address in the API.");
  const operation = found.find((one) => one.method === (method === "HEAD" ? "GET" : method));
  if (!operation) throw new AppError("not-allowed", `This address takes no ${method.slice(0, 20)}.`);
  return { operation, id };
}

/** The scope that an operation needs. */
export function scopeOf({ kind, resource }: Operation) {
  return `${resource.area}:${kind === "list" || kind === "get" ? "read" : "write"}` as const;
}

const orderLimit = 1000;

/** The body that an operation takes, as JSON; undefined where it takes none. */
export function bodyOf({ kind, resource }: Operation): z.ZodObject | undefined {
  if (kind === "reorder") return z.strictObject({ order: z.array(z.uuid()).min(1).max(orderLimit) });
  return kind === "create" || kind === "update" ? resource[kind]?.body : undefined;
}
