import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach } from 'vitest';

const leaked: MessagePort[] = [];
const running: NodeJS.Timeout[] = [];

/** Opens a channel that keeps the process alive, like an engine that does not close its worker; the end of the test closes it. */
export function listen(): void {
  const { port1 } = new MessageChannel();
  port1.on('message', () => undefined);
  leaked.push(port1);
}

/** Starts a timer that keeps the process alive, until the end of the test. */
export function tick(): void {
  running.push(setInterval(() => undefined, 60_000));
}

afterEach(() => {
  for (const port of leaked.splice(0)) port.close();
  for (const timer of running.splice(0)) clearInterval(timer);
});
