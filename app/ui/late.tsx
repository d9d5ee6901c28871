import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { lateAttribute } from "~/shared/hydrated";

/**
 * A part of a screen whose code comes once the frame answers. The server has drawn it by then: its links lead and its forms
 * are sent by themselves, and what else is pressed in it is held until its code is here (client/hydration-script.ts). Where
 * that can't be had, the part stays as it was drawn.
 * @param load imports it
 * @param meanwhile stands in its place where the server hasn't drawn it
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: await load().catch(leaveAsDrawn) }));
  return function LatePart(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <div {...{ [lateAttribute]: "" }} ref={settle} className="contents">
          <Part {...props} />
        </div>
      </Suspense>
    );
  };
}

/** React has just taken it over, or drawn it. */
const settle = (part: HTMLElement | null) => part?.removeAttribute(lateAttribute);

function leaveAsDrawn(): Promise<never> {
  for (const part of document.querySelectorAll<HTMLElement>(`[${lateAttribute}]`)) settle(part);
  return new Promise(() => {});
}
