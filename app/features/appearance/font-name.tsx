import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FontFamily, fontFamilies, type NameFont, nameFonts } from "~/artist-theme/appearance";
import { loadSample } from "./font-samples.ts";

const fontLabels = { ...fontFamilies, ...nameFonts };

/** A font's name written in that font. */
export function FontName({ font }: { font: FontFamily }) {
  return (
    <InFont font={font} className="block truncate font-semibold leading-6">
      {fontLabels[font]}
    </InFont>
  );
}

/** A text in a font, which is loaded when the text comes into sight. */
export function InFont({
  font,
  className,
  children,
}: {
  font: FontFamily | NameFont;
  className: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const [loaded, setLoaded] = useState<{ font: FontFamily | NameFont; family: string }>();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isOver = false;
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      // A text that stays in the common font can still be read and chosen.
      loadSample(font).then(
        (family) => !isOver && setLoaded({ font, family }),
        () => {},
      );
    });
    sight.observe(element);
    return () => {
      isOver = true;
      sight.disconnect();
    };
  }, [font]);

  const family = loaded?.font === font ? loaded.family : undefined;
  return (
    <span
      ref={place}
      className={className}
      style={family ? { fontFamily: `"${family}", var(--text-font)` } : undefined}
    >
      {children}
    </span>
  );
}
