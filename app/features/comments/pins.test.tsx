import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pins } from "./public.tsx";

const pinsOf = (count: number) =>
  renderToStaticMarkup(
    <Pins
      pins={Array.from({ length: count }, (_, index) => ({
        id: String(index),
        authorName: "Pat",
        content: "There!",
        seconds: count - index,
      }))}
      trackId="7"
      path="/artist/nova/tracks/first-light"
      durationSeconds={200}
    />,
  );

test("a few comments stand on the shape with a letter each, in the order of their moments", () => {
  const html = pinsOf(24);
  expect(html.match(/>P<\/a>/g)).toHaveLength(24);
  expect(html.match(/data-at="\d+"/g)?.slice(0, 2)).toEqual(['data-at="1"', 'data-at="2"']);
});

test("of many comments none hides another behind a letter, and each keeps its name", () => {
  const html = pinsOf(25);
  expect(html).toContain("pins-dense");
  expect(html).not.toContain(">P</a>");
  expect(html.match(/aria-labelledby="pin-\d+"/g)).toHaveLength(25);
});
