import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Tells when a request has ended without asking the service again and again, which would cost it some milliseconds each time. */
export interface EndNotices {
  /** To be given as `webhookUrl`. */
  readonly url: string;
  /** Resolves when the service has told of the request's end, be it before this call or after. */
  ended(requestId: string): Promise<void>;
  close(): Promise<void>;
}

/** A receiver of webhooks on the loopback. */
export async function listenForEnds(): Promise<EndNotices> {
  const notices = new Map<string, PromiseWithResolvers<void>>();
  const noticeOf = (requestId: string): PromiseWithResolvers<void> => {
    const notice = notices.get(requestId) ?? Promise.withResolvers<void>();
    notices.set(requestId, notice);
    return notice;
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.writeHead(204).end();
      const { request_id: synthesis, transcriptId } = JSON.parse(body) as Record<string, unknown>;
      noticeOf(String(synthesis ?? transcriptId)).resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/ended`,
    ended: (requestId) => noticeOf(requestId).promise,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
