/** A part that is to be closed at the end. */
export interface Opened {
  close(): Promise<unknown>;
}

/** Closes the parts in the opposite order of their opening, each once. */
export async function closeAll(opened: Opened[]): Promise<void> {
  for (const part of opened.splice(0).reverse()) await part.close();
}
