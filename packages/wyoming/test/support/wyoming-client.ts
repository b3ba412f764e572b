import { connect } from 'node:net';
import { FrameReader, frameBytes } from '../../src/frame.ts';

export interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly payload: Buffer;
}

/** A client that records the events that it gets. */
export function connectWyoming(port: number) {
  const socket = connect(port, '127.0.0.1');
  const reader = new FrameReader();
  const told: Told[] = [];
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const one of [...waiting]) one();
  };
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    told.push(...reader.push(bytes));
    look();
  });
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      isClosed = true;
      look();
      resolve();
    }),
  );
  return {
    socket,
    told,
    closed,
    types: () => told.map(({ type }) => type),
    send: (type: string, data: object = {}, payload?: Uint8Array) =>
      socket.write(frameBytes(type, data, payload)),
    /** Resolves with the first event of the type; rejects if the connection is closed before. */
    until: (type: string) =>
      new Promise<Told>((resolve, reject) => {
        const check = (): void => {
          const found = told.find((event) => event.type === type);
          if (found === undefined && !isClosed) return;
          waiting.delete(check);
          if (found !== undefined) resolve(found);
          else reject(new Error(`closed before ${type}: ${JSON.stringify(told)}`));
        };
        waiting.add(check);
        check();
      }),
  };
}
