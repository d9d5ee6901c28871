import { useEffect, useRef, useState } from "react";
import { type FontFamily, fontFamilies } from "~/artist-theme/appearance";
import { loadSample } from "./font-samples.ts";

/** A font's name written in that font, which is loaded when the name comes into sight. */
export function FontName({ font }: { font: FontFamily }) {
  const place = useRef<HTMLSpanElement>(null);
  const [family, setFamily] = useState<string>();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      // A name that stays in the common font can still be chosen.
      loadSample(font).then(setFamily, () => {});
    });
    sight.observe(element);
    return () => sight.disconnect();
  }, [font]);

  return (
    <span
      ref={place}
      className="block truncate font-semibold leading-6"
      style={family ? { fontFamily: `"${family}", var(--text-font)` } : undefined}
    >
      {fontFamilies[font]}
    </span>
  );
}
