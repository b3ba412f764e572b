import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Takes webhooks on the loopback. */
export interface LoopbackReceiver {
  /** To be given as `webhookUrl`. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param answer of one POST: the status that it gets */
export async function receiveWebhooks(
  answer: (body: string, request: IncomingMessage) => number,
): Promise<LoopbackReceiver> {
  const server = createServer((request, response) => {
    void text(request).then((body) => response.writeHead(answer(body, request)).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/results`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
