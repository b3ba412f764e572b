import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';

/** The behaviour of the next answer; if none is left, the complete file is sent. */
export type Behaviour =
  | { readonly kind: 'whole' }
  /** Sends so many bytes, and cuts the connection when `until` resolves, since a cut loses bytes in flight. */
  | { readonly kind: 'cut'; readonly afterBytes: number; readonly until: Promise<void> }
  /** Sends so many bytes, and the rest when `until` resolves. */
  | { readonly kind: 'hold'; readonly afterBytes: number; readonly until: Promise<void> }
  /** Answers with at most so many bytes of the requested range, as servers may do. */
  | { readonly kind: 'short'; readonly bytes: number }
  /** Accepts the request and never answers. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect'; readonly location: string };

export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** A web server on the loopback address that fails like real ones. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: SeenRequest[];
  /** The current content, and its ETag (`null`: without any validator). */
  content: Buffer;
  etag: string | null;
  honoursRanges: boolean;
  readonly behaviours: Behaviour[];
}

export async function startFileServer(content: Buffer): Promise<FileServer> {
  const server = createServer((request, response) => answer(request, response, state));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const state: FileServer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    content,
    etag: '"one"',
    honoursRanges: true,
    behaviours: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return state;
}

/** Starts an HTTP/1.0 server: the end of the connection is the end of the file. */
export async function startClosingServer(
  content: Buffer,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(`HTTP/1.0 200 OK\r\nContent-Length: ${content.length}\r\n\r\n`);
      socket.end(content);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, state: FileServer): Promise<void> {
  const { range, 'if-range': ifRange } = request.headers;
  state.requests.push({ path: request.url ?? '', range, ifRange: ifRange as string | undefined });
  const behaviour = state.behaviours.shift() ?? { kind: 'whole' };
  if (behaviour.kind === 'silent') return;
  if (behaviour.kind === 'status') return void response.writeHead(behaviour.status).end('no');
  if (behaviour.kind === 'redirect')
    return void response.writeHead(302, { location: behaviour.location }).end();
  const maxBytes = behaviour.kind === 'short' ? behaviour.bytes : Number.POSITIVE_INFINITY;
  const body = writeHead(response, state, range, ifRange as string | undefined, maxBytes);
  if (behaviour.kind === 'whole' || behaviour.kind === 'short') return void response.end(body);
  await new Promise((resolve) => {
    response.write(body.subarray(0, behaviour.afterBytes), resolve);
  });
  await behaviour.until;
  if (behaviour.kind === 'cut') return void response.destroy();
  response.end(body.subarray(behaviour.afterBytes));
}

function writeHead(
  response: ServerResponse,
  { content, etag, honoursRanges }: FileServer,
  range: string | undefined,
  ifRange: string | undefined,
  maxBytes: number,
): Buffer {
  const validator = etag === null ? {} : { etag };
  const startBytes = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN);
  if (!honoursRanges || Number.isNaN(startBytes) || ifRange !== etag) {
    response.writeHead(200, { 'content-length': content.length, ...validator });
    return content;
  }
  if (startBytes >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` });
    return Buffer.alloc(0);
  }
  const body = content.subarray(startBytes, startBytes + maxBytes);
  response.writeHead(206, {
    'content-length': body.length,
    'content-range': `bytes ${startBytes}-${startBytes + body.length - 1}/${content.length}`,
    ...validator,
  });
  return body;
}
