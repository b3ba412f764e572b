import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach } from 'vitest';

const leaked: MessagePort[] = [];

/** Opens a channel that keeps the process alive, as an engine would that forgets its worker; the test's end closes it. */
export function listen(): void {
  const { port1 } = new MessageChannel();
  port1.on('message', () => undefined);
  leaked.push(port1);
}

afterEach(() => {
  for (const port of leaked.splice(0)) port.close();
});
