import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type DrivenBrowser, expressionOf, patienceMs, said, startProgram } from "./driven-browser.ts";
import { freePort } from "./handbill.ts";

const driver = "/usr/bin/WebKitWebDriver";
const screen = "/usr/bin/Xvfb";
const isWebKitHere = () => existsSync(driver) && existsSync(screen);

const answer = z.object({ value: z.unknown() });
const session = z.object({ sessionId: z.string() });

/** WebKit's own small browser, on a screen that nobody sees, driven by WebDriver. */
export const webkit = {
  name: "WebKit",
  packages: ["webkit2gtk-driver", "xvfb"],
  isHere: isWebKitHere,
  open: openWebKit,
};

async function openWebKit(): Promise<DrivenBrowser> {
  await using starting = new AsyncDisposableStack();
  const size = ["-screen", "0", "1440x1000x24"];
  const display = startProgram(starting, screen, ["-displayfd", "1", "-nolisten", "tcp", ...size]);
  const number = await said(display.stdout, /^(\d+)\n/);
  const port = await freePort();
  startProgram(starting, driver, [`--port=${port}`], { DISPLAY: `:${number}` });
  await untilItListens(port);

  const ask = async (path: string, method: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      signal: AbortSignal.timeout(patienceMs),
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return answer.parse(JSON.parse(text)).value;
  };
  const { sessionId } = session.parse(await ask("", "POST", { capabilities: {} }));
  const send = (command: string, body: object = {}) => ask(`/${sessionId}/${command}`, "POST", body);
  starting.defer(async () => {
    await ask(`/${sessionId}`, "DELETE");
  });
  const started = starting.move();
  return {
    async open(url) {
      await send("url", { url });
    },
    async run(script: (given: never) => unknown, given: unknown = null) {
      const result = await send("execute/sync", {
        script: `return ${expressionOf(script, given)}`,
        args: [],
      });
      return JSON.parse(z.string().parse(result));
    },
    async act(device) {
      await send("actions", { actions: [device] });
    },
    async step(by) {
      await send(by === 1 ? "forward" : "back");
    },
    async resize(viewport) {
      await send("window/rect", viewport);
    },
    async hide() {
      await send("window/minimize");
    },
    async show() {
      await send("window/rect", {});
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** The driver doesn't say when it is ready. */
async function untilItListens(port: number): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const isReady = () => fetch(`http://127.0.0.1:${port}/status`, { signal }).then(Boolean, () => false);
  while (!(await isReady())) {
    signal.throwIfAborted();
    await wait(50);
  }
}
