import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gets each request before it is passed on. @returns whether it has answered it: then it is not passed on */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A proxy in front of a gateway that injects a test's faults. */
export interface FaultyProxy extends AsyncDisposable {
  readonly endpoint: string;
  readonly seen: readonly string[];
  fault: Fault | undefined;
  /** Cuts the connection after this many bytes of the next response body. */
  cutAfterBytes: number | undefined;
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    if (proxy.fault?.(incoming, outgoing)) return;
    // Keep the host header, which the signature covers.
    const { method, headers, url } = incoming;
    const passed = request(`${target}${url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      void passBody(answer, outgoing, method === 'GET' ? takeCut(proxy) : undefined);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${port}`,
    seen,
    fault: undefined,
    cutAfterBytes: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

function takeCut(proxy: FaultyProxy): number | undefined {
  const { cutAfterBytes } = proxy;
  proxy.cutAfterBytes = undefined;
  return cutAfterBytes;
}

async function passBody(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  cutAfterBytes: number | undefined,
): Promise<void> {
  let passedBytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    passedBytes += chunk.length;
    if (cutAfterBytes !== undefined && passedBytes > cutAfterBytes) {
      outgoing.write(chunk, () => outgoing.destroy());
      return;
    }
    if (!outgoing.write(chunk)) await once(outgoing, 'drain');
  }
  outgoing.end();
}

/** Sends an error in the format of S3. */
export function refuse(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  return true;
}
