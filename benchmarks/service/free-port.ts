import { once } from 'node:events';
import { createServer } from 'node:net';
import { SpeechError } from '@parlance/core/errors';

/** @returns a port of the loopback that nobody listened on a moment ago */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') {
    throw new SpeechError('INTERNAL', 'There is no free port.');
  }
  return address.port;
}
