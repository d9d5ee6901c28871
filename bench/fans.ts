import { once } from "node:events";
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// The fans of `counting.ts`, in a thread of their own, because the load generator stops the other one: so many a second
// report that they have seen the page, each from a network of their own.

const { url, artist, perSecond }: { url: string; artist: string; perSecond: number } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const body = JSON.stringify({
  artist,
  from: "https://l.instagram.com/",
  tag: "",
  touch: true,
  events: [["views"]],
});
const stepMs = 20;
let visits = 0;
let taken = 0;

async function visit(): Promise<void> {
  const headers = {
    "Content-Type": "text/plain;charset=UTF-8",
    "Content-Length": body.length,
    "User-Agent": "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36",
    "X-Forwarded-For": `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`,
  };
  visits++;
  const [response] = await once(request(url, { method: "POST", agent, headers }).end(body), "response");
  response.resume();
  if (response.statusCode === 204) taken++;
}

const timer = setInterval(() => {
  for (let each = 0; each < (perSecond * stepMs) / 1000; each++) visit().catch(() => {});
}, stepMs);
parentPort?.once("message", () => {
  clearInterval(timer);
  agent.destroy();
  parentPort?.postMessage(taken);
});
