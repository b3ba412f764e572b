import { createServer } from 'node:net';
import { findServer } from '../storage/server-record.ts';
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
    finding: `${host} port ${port} is not available (${fault}).`,
    remedy: 'Choose another with PARLANCE_HOST and PARLANCE_PORT; port 0 takes any free one.',
  };
};

/** Checks the port of a protocol that does not share the HTTP port. */
export const checkTcpPort =
  (subject: 'wyoming' | 'asterisk'): Check =>
  async (settings) => {
    const { dataDir } = settings;
    const { host = '', port } = settings[subject] ?? {};
    if (port === undefined) return { subject, state: 'good', finding: `Off; ${subject}.port turns it on.` };
    const prefix = `PARLANCE_${subject.toUpperCase()}`;
    const isRunning = (await findServer(dataDir)) !== undefined;
    const fault = isRunning ? undefined : await tryPort(host, port);
    if (fault === undefined)
      return { subject, state: 'good', finding: `${host} port ${port}${isRunning ? '' : ' is free'}.` };
    return {
      subject,
      state: 'bad',
      finding: `${host} port ${port} is not available (${fault}).`,
      remedy: `Choose another with ${prefix}_HOST and ${prefix}_PORT.`,
    };
  };

function tryPort(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
