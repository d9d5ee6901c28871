/** Where one page of a list ends and the next begins: the time, to the database's microsecond, and the id. */
export interface Cursor {
  createdAt: string;
  id: string;
}

const form =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d))_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** A row's place in the order, as it stands in an address. */
export function cursorAt({ createdAt, id }: Cursor): string {
  return encodeURIComponent(`${createdAt}_${id}`);
}

/** Null for whatever `cursorAt` hasn't made. @param text decoded */
export function readCursor(text: string): Cursor | null {
  const [, createdAt, id] = form.exec(text) ?? [];
  return createdAt && id && !Number.isNaN(Date.parse(createdAt)) ? { createdAt, id } : null;
}
