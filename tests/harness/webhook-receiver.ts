import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { z } from "zod";

const payload = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});

export type ReceivedWebhook = z.output<typeof payload> & { id: string };

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  /** The webhooks whose signature is right, in the order in which they came. */
  received: ReceivedWebhook[];
  /** How many posts had a signature that isn't right. */
  forged: number;
  /** The secret that the signatures are checked with. */
  secret: string;
  /** Answers the next posts; 204 unless it is set. */
  answer(response: ServerResponse): void;
}

/** A receiver of webhooks on this machine, which checks signatures with the specification's own library. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      const { "webhook-id": id = "" } = request.headers;
      const verified = new Webhook(receiver.secret).verify(body, {
        "webhook-id": String(id),
        "webhook-timestamp": String(request.headers["webhook-timestamp"]),
        "webhook-signature": String(request.headers["webhook-signature"]),
      });
      receiver.received.push({ id: String(id), ...payload.parse(verified) });
    } catch {
      receiver.forged += 1;
    }
    receiver.answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/handbill`,
    received: [],
    forged: 0,
    secret: "whsec_",
    answer: (response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}
