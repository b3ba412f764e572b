import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach } from 'vitest';

const leaked: MessagePort[] = [];

/** Opens a channel that keeps the process alive, like an engine that does not close its worker; the end of the test closes it. */
export function listen(): void {
  const { port1 } = new MessageChannel();
  port1.on('message', () => undefined);
  leaked.push(port1);
}

afterEach(() => {
  for (const port of leaked.splice(0)) port.close();
});
