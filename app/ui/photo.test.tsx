import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Place } from "~/shared/picture";
import { Photo } from "./photo.tsx";

const halfOfScreen: Place[] = [{ from: 0, ofScreen: 0.5, rem: 0 }];
const picture = {
  src: "/uploads/photos/me/a.webp",
  width: 1200,
  height: 800,
  widths: [400, 800],
  colour: "#123456",
};

test("a photo reserves its room, waits its turn, and offers the browser every size", () => {
  const html = renderToStaticMarkup(
    <Photo picture={picture} places={halfOfScreen} alt={`A "bench" <wet>`} />,
  );
  expect(html).toContain('alt="A &quot;bench&quot; &lt;wet&gt;" width="1200" height="800" loading="lazy"');
  expect(html).toContain('sizes="calc(50vw + 0rem)" srcSet="/uploads/photos/me/a-400w.webp 400w,');
  expect(html).toContain('style="background-color:#123456"');
  expect(html).not.toContain("fetchPriority");
});

test("the first picture in sight is loaded first", () => {
  const html = renderToStaticMarkup(<Photo picture={picture} places={halfOfScreen} alt="" eager />);
  expect(html).toContain('loading="eager" fetchPriority="high"');
});

test("a picture of one size leaves nothing to choose", () => {
  const html = renderToStaticMarkup(
    <Photo picture={{ ...picture, widths: [] }} places={halfOfScreen} alt="" />,
  );
  expect(html).toContain('src="/uploads/photos/me/a.webp"');
  expect(html).not.toMatch(/srcset|sizes/i);
});
