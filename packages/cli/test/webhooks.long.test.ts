import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { FLITE, folderWithDatabase } from './parlance.ts';
import { parlanceInside } from './parlance-inside.ts';
import { headersOf, startServer } from './server.ts';

/** A receiver that answers the first delivery with 410, so that it is dead at once, and accepts the next. */
async function startReceiver() {
  const received: IncomingMessage[] = [];
  const receiver = createServer((request, response) => {
    received.push(request);
    request.resume();
    response.writeHead(received.length === 1 ? 410 : 204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return { received, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` };
}

it('parlance webhooks lists deliveries and sends one again under its id', async () => {
  const folder = await folderWithDatabase({ ...FLITE, allowNetworks: ['127.0.0.1'] });
  const { received, url } = await startReceiver();
  const { announced } = await startServer(folder);
  const webhooks = async (...args: string[]) =>
    JSON.parse((await parlanceInside(folder, ['webhooks', ...args, '--json'])).stdout);

  await fetch(`${announced.url}/v1/tts`, {
    method: 'POST',
    headers: headersOf(announced),
    body: JSON.stringify({ mode: 'async', voiceCode: 'slt', text: 'Hello.', webhookUrl: url }),
  });
  const dead = () => webhooks('list', '--state', 'dead', '--app', announced.appId ?? '');
  await expect.poll(dead, { interval: 200 }).toHaveLength(1);
  const [delivery] = await dead();
  expect(delivery).toMatchObject({ appId: announced.appId, url, attempts: [{ status: 410 }] });
  expect(await webhooks('list', '--state', 'delivered')).toEqual([]);
  const table = await parlanceInside(folder, ['webhooks', 'list']);
  expect(table.stdout).toMatch(/^ID +APP ID +STATE +ATTEMPTS +LAST +CREATED +URL\n/);
  expect(table.stdout).toMatch(new RegExp(`^${delivery.deliveryId} .* dead +1 +410 `, 'm'));

  expect(await webhooks('replay', delivery.deliveryId)).toMatchObject({ state: 'pending' });
  await expect.poll(() => received.length).toBe(2);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([delivery.deliveryId, delivery.deliveryId]);

  const unknown = await parlanceInside(folder, ['webhooks', 'replay', 'msg_none', '--json']);
  expect([unknown.status, JSON.parse(unknown.stderr).error.code]).toEqual([1, 'NOT_FOUND']);
}, 90_000);
