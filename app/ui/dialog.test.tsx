import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ConfirmDialog } from "./dialog.tsx";

const nothing = () => {};

const question = (state: { open: boolean; pending?: boolean }) =>
  renderToStaticMarkup(
    <ConfirmDialog
      {...state}
      title="Delete track"
      pendingText="Deleting..."
      onClose={nothing}
      onConfirm={nothing}
    >
      This cannot be undone.
    </ConfirmDialog>,
  );

test("a closed dialog holds nothing", () => {
  expect(question({ open: false })).not.toContain("Delete");
});

test("a question has a name, a text, and the way out first", () => {
  const html = question({ open: true });
  const [, title, text] =
    html.match(/role="alertdialog" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/) ?? [];
  expect(html).toMatch(new RegExp(`id="${title}"[^>]*>Delete track<`));
  expect(html).toMatch(new RegExp(`id="${text}">This cannot be undone\\.`));
  expect(html.indexOf("Cancel")).toBeLessThan(html.indexOf(">Delete<"));
});

test("while it works neither button answers", () => {
  const html = question({ open: true, pending: true });
  expect(html).toContain("Deleting...");
  expect(html.match(/<button[^>]*disabled=""/g)).toHaveLength(2);
});
