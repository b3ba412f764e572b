import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { tcpServer } from '../../test/support/loopback-server.ts';
import { connectGuarded } from './guarded-connection.ts';
import { readTarget, type Target } from './target-url.ts';

vi.mock('node:net', async (importOriginal) => {
  const net = await importOriginal<typeof import('node:net')>();
  return { ...net, connect: vi.fn(net.connect) };
});

it('gives each address more time than the 250 ms of Node, in which a distant receiver cannot answer', async () => {
  await using server = await tcpServer(() => undefined);
  const socket = await connectGuarded(readTarget(server.origin) as Target, {
    checkHost: async () => ['127.0.0.1', '::1'],
    secureContext: undefined,
    signal: new AbortController().signal,
  });
  socket.destroy();
  expect(connect).toHaveBeenCalledWith(
    expect.objectContaining({ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_500 }),
  );
});
