import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SortableList, SortGrip, SortMoves } from "./sortable-list.tsx";

const listOf = (count: number, isGrid = false) =>
  renderToStaticMarkup(
    <SortableList
      label="Songs"
      items={Array.from({ length: count }, (_, index) => ({ id: `${index}`, title: `Song ${index + 1}` }))}
      nameOf={({ title }) => title}
      onReorder={() => {}}
      isGrid={isGrid}
    >
      {({ title }) => (
        <>
          <SortGrip />
          {title}
          <SortMoves />
        </>
      )}
    </SortableList>,
  );

test("each item has a grip that says how it moves, and buttons; at the ends one of them does nothing", () => {
  const html = listOf(3);
  const [, instructions] = html.match(/<p id="([^"]+)" hidden="">Press space/) ?? [];
  expect(html).toContain(`aria-label="Move Song 2" aria-describedby="${instructions}" aria-pressed="false"`);
  expect(html.match(/aria-label="Move Song \d (up|down)"( aria-disabled="true")?/g)).toEqual([
    'aria-label="Move Song 1 up" aria-disabled="true"',
    'aria-label="Move Song 1 down"',
    'aria-label="Move Song 2 up"',
    'aria-label="Move Song 2 down"',
    'aria-label="Move Song 3 up"',
    'aria-label="Move Song 3 down" aria-disabled="true"',
  ]);
});

test("side by side, items move earlier and later", () => {
  expect(listOf(2, true)).toContain('aria-label="Move Song 2 earlier"');
});

test("a thousand items begin with a screen full, and a button for the others", () => {
  const html = listOf(1000);
  expect(html.match(/<li /g)).toHaveLength(10);
  expect(html).toContain("Show more (990 left)");
  expect(html).not.toContain('aria-label="Move Song 10 down" aria-disabled');
  expect(listOf(10)).not.toContain("Show more");
  expect(listOf(1000, true).match(/<li /g)).toHaveLength(20);
});

test("a grip outside of a list is a mistake", () => {
  expect(() => renderToStaticMarkup(<SortGrip />)).toThrow("within an item of a SortableList");
});
