import { createServer } from 'node:net';
import { findServer } from '../server/server-record.ts';
import type { Check } from './check.ts';

export const checkPort: Check = async ({ host, port, dataDir }) => {
  const subject = 'port';
  const running = await findServer(dataDir);
  if (running !== undefined)
    return { subject, state: 'good', finding: `This service runs at ${running.url}.` };
  const fault = await tryPort(host, port);
  if (fault === undefined) return { subject, state: 'good', finding: `${host} port ${port} is free.` };
  return {
    subject,
    state: 'bad',
    finding: `${host} port ${port} can't be had (${fault}).`,
    remedy: 'Choose another with PARLANCE_HOST and PARLANCE_PORT; port 0 takes any free one.',
  };
};

export const checkWyomingPort: Check = async ({ wyoming, dataDir }) => {
  const subject = 'wyoming';
  const { host = '', port } = wyoming ?? {};
  if (port === undefined) return { subject, state: 'good', finding: 'Off; wyoming.port turns it on.' };
  const isRunning = (await findServer(dataDir)) !== undefined;
  const fault = isRunning ? undefined : await tryPort(host, port);
  if (fault === undefined)
    return { subject, state: 'good', finding: `${host} port ${port}${isRunning ? '' : ' is free'}.` };
  return {
    subject,
    state: 'bad',
    finding: `${host} port ${port} can't be had (${fault}).`,
    remedy: 'Choose another with PARLANCE_WYOMING_HOST and PARLANCE_WYOMING_PORT.',
  };
};

function tryPort(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
