import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type DrivenBrowser, expressionOf, patienceMs, said, startProgram } from "./driven-browser.ts";

const paths = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const isFirefoxHere = () => paths.some((path) => existsSync(path));

/** What is otherwise than in a person's window. */
const preferences = {
  // Scrollbars take no room, as on phones and most computers.
  "ui.useOverlayScrollbars": 1,
  // There may be no loudspeaker here, and without one Firefox plays nothing.
  "media.cubeb.force_mock_context": true,
};
const answer = z.object({ id: z.number(), type: z.enum(["success", "error"]), result: z.unknown() });
const opened = z.object({ context: z.string() });
const printed = z.object({ data: z.base64() });
const evaluated = z.discriminatedUnion("type", [
  z.object({ type: z.literal("success"), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal("exception"), exceptionDetails: z.object({ text: z.string() }) }),
]);

/**
 * Firefox without a window, driven by WebDriver BiDi over its own socket. Classic WebDriver would need geckodriver, which
 * Debian doesn't have.
 */
export const firefox = {
  name: "Firefox",
  packages: ["firefox-esr"],
  isHere: isFirefoxHere,
  open: openFirefox,
};

async function openFirefox(): Promise<DrivenBrowser & { print(): Promise<Buffer> }> {
  await using starting = new AsyncDisposableStack();
  const profile = starting.adopt(await mkdtemp(join(tmpdir(), "handbill-firefox-")), (folder) =>
    rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  );
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await writeFile(join(profile, "user.js"), lines.join(""));
  const path = paths.find((each) => existsSync(each)) ?? "";
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const program = startProgram(starting, path, options);
  const address = await said(program.stderr, /WebDriver BiDi listening on (\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open", { signal: AbortSignal.timeout(patienceMs) });

  const questions = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result } = answer.parse(JSON.parse(String(data)));
    if (type === "success") questions.get(id)?.resolve(result);
    else questions.get(id)?.reject(new Error(String(data)));
  });
  let count = 0;
  const send = async (method: string, params: object): Promise<unknown> => {
    const id = ++count;
    const question = Promise.withResolvers<unknown>();
    const late = setTimeout(() => question.reject(new Error(`No answer to ${method}.`)), patienceMs);
    questions.set(id, question);
    socket.send(JSON.stringify({ id, method, params }));
    return question.promise.finally(() => {
      clearTimeout(late);
      questions.delete(id);
    });
  };

  await send("session.new", { capabilities: {} });
  const openTab = async () => opened.parse(await send("browsingContext.create", { type: "tab" })).context;
  const context = await openTab();
  const started = starting.move();
  return {
    async open(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async run(script: (given: never) => unknown, given: unknown = null) {
      const expression = expressionOf(script, given);
      const outcome = evaluated.parse(
        await send("script.evaluate", { expression, target: { context }, awaitPromise: true }),
      );
      if (outcome.type === "exception") throw new Error(outcome.exceptionDetails.text);
      return JSON.parse(outcome.result.value);
    },
    async act(device) {
      await send("input.performActions", { context, actions: [device] });
    },
    async step(by) {
      await send("browsingContext.traverseHistory", { context, delta: by });
    },
    async resize(viewport) {
      await send("browsingContext.setViewport", { context, viewport });
    },
    async hide() {
      await openTab();
    },
    async show() {
      await send("browsingContext.activate", { context });
    },
    /** The page as a PDF on A4, as it is printed with what the dialog is set to at first. */
    async print() {
      const { data } = printed.parse(
        await send("browsingContext.print", { context, page: { width: 21, height: 29.7 } }),
      );
      return Buffer.from(data, "base64");
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
