/** The space above and below a photo that is opened, in pixels: the buttons' row, and a line under it. */
const around = 112;

/**
 * The width, in CSS pixels as `sizes` has it, of a picture that shows whole on the screen and no larger than it
 * is.
 */
export function wholeOnScreen(
  picture: { width: number; height: number },
  screen: { innerWidth: number; innerHeight: number },
): string {
  const byHeight = ((screen.innerHeight - around) * picture.width) / picture.height;
  return `${Math.ceil(Math.min(screen.innerWidth, byHeight, picture.width))}px`;
}
