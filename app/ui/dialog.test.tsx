import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ConfirmDialog, Dialog } from "./dialog.tsx";
import { ToastProvider } from "./toasts.tsx";

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

test("a question has a name, a text, and the cancel button first", () => {
  const html = question({ open: true });
  const [, title, text] =
    html.match(/role="alertdialog" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/) ?? [];
  expect(html).toMatch(new RegExp(`id="${title}"[^>]*>Delete track<`));
  expect(html).toMatch(new RegExp(`id="${text}"[^>]*>This cannot be undone\\.`));
  expect(html.indexOf("Cancel")).toBeLessThan(html.indexOf(">Delete<"));
});

test("while it works neither button answers", () => {
  const html = question({ open: true, pending: true });
  expect(html).toContain("Deleting...");
  expect(html.match(/<button[^>]*disabled=""/g)).toHaveLength(2);
});

test("a dialog has a name, and its way out comes after what it holds", () => {
  const html = renderToStaticMarkup(
    <Dialog open title="Add a link" onClose={nothing}>
      <input name="url" />
    </Dialog>,
  );
  const [, title] = html.match(/role="dialog" aria-labelledby="([^"]+)"/) ?? [];
  expect(html).toMatch(new RegExp(`id="${title}"[^>]*>Add a link<`));
  expect(html).not.toContain("aria-describedby");
  expect(html.indexOf('name="url"')).toBeLessThan(html.indexOf('aria-label="Close"'));
});

test("an open dialog has a place for toasts of its own: those of the page behind are out of reach", () => {
  const regions = (open: boolean) =>
    renderToStaticMarkup(
      <ToastProvider>
        <Dialog open={open} title="Add a link" onClose={nothing}>
          <input name="url" />
        </Dialog>
      </ToastProvider>,
    ).match(/aria-label="Notifications"/g);
  expect(regions(false)).toHaveLength(1);
  expect(regions(true)).toHaveLength(2);
});
