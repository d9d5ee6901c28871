import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ToastProvider, useToast } from "./toasts.tsx";

function Asks() {
  useToast();
  return null;
}

test("toasts need their provider", () => {
  expect(() => renderToStaticMarkup(<Asks />)).toThrow("useToast must be used within ToastProvider");
});

test("the region that is read out is there before the first toast", () => {
  const html = renderToStaticMarkup(
    <ToastProvider>
      <Asks />
    </ToastProvider>,
  );
  expect(html).toMatch(/<section aria-label="Notifications" aria-live="polite"[^>]*><\/section>/);
});
