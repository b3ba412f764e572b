import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One POST, as it came. */
export interface ReceivedWebhook {
  readonly requestId: string;
  readonly deliveryId: string;
  /** The body without `audio_link`, which is new at each attempt. */
  readonly bodyWithoutLink: string;
  readonly wasAccepted: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly webhooks: readonly ReceivedWebhook[];
  close(): Promise<void>;
}

/** Answers every third POST with 500. */
const FAILS_EVERY = 3;

/** A receiver on the loopback that is none of the best. It lives in the benchmark's process and survives every kill. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const webhooks: ReceivedWebhook[] = [];
  let posts = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      posts += 1;
      const wasAccepted = posts % FAILS_EVERY !== 0;
      const { audio_link: _link, ...rest } = JSON.parse(body) as Record<string, unknown>;
      webhooks.push({
        requestId: String(rest.request_id ?? rest.transcriptId),
        deliveryId: String(request.headers['webhook-id']),
        bodyWithoutLink: JSON.stringify(rest),
        wasAccepted,
      });
      response.writeHead(wasAccepted ? 204 : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/results`,
    webhooks,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
