import { onEachPage } from "~/shared/page-change";

const key = "handbill:typed-email";

/**
 * Carries a typed address along from one way of signing in to another, all of which ask for it. Never in the address bar,
 * and for one step only.
 */
export function startTypedEmail(): void {
  const field = () => document.querySelector<HTMLInputElement>("input[name=email]");
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    const typed = field()?.value;
    if (typed && link?.pathname === "/signin" && !link.target) remember(typed);
  });
  onEachPage(() => {
    const input = field();
    const typed = take();
    if (input?.value === "" && typed) input.value = typed;
  });
}

// A browser may forbid a page to keep anything; then it is typed once more.

function remember(typed: string): void {
  try {
    sessionStorage.setItem(key, typed);
  } catch {}
}

function take(): string | null {
  try {
    const typed = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return typed;
  } catch {
    return null;
  }
}
