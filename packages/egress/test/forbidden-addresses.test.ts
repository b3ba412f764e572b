import { systemClock } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import { createEgress } from '@parlance/egress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  GATE,
  type GuardedMachine,
  guardedMachine,
  hasLoopbackNetwork,
  PUBLIC,
  readFrom,
  redirectable,
} from './support/guarded-machine.ts';
import { reachingUrls } from './support/hostile-urls.ts';
import { tcpServer } from './support/loopback-server.ts';
import { webhookMessage } from './support/webhook-message.ts';

let machine: GuardedMachine;
let egress: Egress;

beforeAll(async () => {
  machine = await guardedMachine();
  egress = machine.egressWith(hasLoopbackNetwork ? { allowNetworks: [GATE] } : {});
});
afterAll(async () => {
  await egress.close();
  await machine[Symbol.asyncDispose]();
});

describe('forbidden addresses', () => {
  it('are at least 200, some of which do reach internal services without the guard', async () => {
    const { inside, urls, egressWith } = machine;
    expect(urls.length).toBeGreaterThanOrEqual(200);
    const open = egressWith({ allowNetworks: ['127.0.0.0/8'] });
    const before = inside.connections();
    for (const url of reachingUrls(inside.port)) {
      expect(urls, url).toContain(url);
      expect(Buffer.concat(await readFrom(open, url)).toString(), url).toBe('secret');
    }
    expect(inside.connections() - before).toBe(reachingUrls(inside.port).length);
  });

  it.each(['audioUrl', 'webhookUrl'])(
    'are refused as %s before any work, with the field and a common text',
    async (field) => {
      const { inside, urls } = machine;
      const before = inside.connections();
      const messages = new Set<string>();
      for (const url of urls) {
        const refusal = egress.check(url, field);
        await expect(refusal, url).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field } });
        await refusal.catch((error) => messages.add(error.message));
      }
      expect([...messages]).toEqual([
        expect.stringContaining(`${field} must be an address that can be reached`),
      ]);
      expect(inside.connections() - before).toBe(0);
    },
  );

  it('get no webhooks', async () => {
    const { inside, urls } = machine;
    const before = inside.connections();
    for (const url of urls) {
      const answer = await egress.deliver(webhookMessage(url));
      expect(answer, url).toMatchObject({ status: null, retryAfterMs: null });
      expect(answer.problem, url).toBe('The receiver could not be reached, or did not answer in time.');
    }
    expect(inside.connections() - before).toBe(0);
  });

  it('get no request for a recording', async () => {
    const { inside, urls } = machine;
    const before = inside.connections();
    for (const url of urls) {
      await expect(readFrom(egress, url), url).rejects.toMatchObject({
        code: 'AUDIO_FETCH_FAILED',
        message: 'The address could not be reached, or did not answer in time.',
      });
    }
    expect(inside.connections() - before).toBe(0);
  });

  it.skipIf(!hasLoopbackNetwork)('get no request for a recording after one to three redirects', async () => {
    const { inside, redirects, urls, afterHops } = machine;
    const before = inside.connections();
    for (const [index, url] of redirectable(urls).entries()) {
      const hops = 1 + (index % 3);
      const started = redirects.connections();
      await expect(readFrom(egress, afterHops(hops, url)), url).rejects.toMatchObject({
        code: 'AUDIO_FETCH_FAILED',
      });
      expect(redirects.connections() - started, url).toBe(hops);
    }
    expect(redirectable(urls).length).toBeGreaterThanOrEqual(200);
    expect(inside.connections() - before).toBe(0);
  });

  it.skipIf(!hasLoopbackNetwork)('get no webhook by a redirect', async () => {
    const { inside, urls, afterHops } = machine;
    const before = inside.connections();
    for (const url of redirectable(urls)) {
      expect(await egress.deliver(webhookMessage(afterHops(1, url))), url).toMatchObject({ status: 307 });
    }
    expect(inside.connections() - before).toBe(0);
  });
});

describe('a name whose addresses change', () => {
  it('is checked again when a connection is made', async () => {
    const { inside } = machine;
    const before = inside.connections();
    const url = `http://turns.test:${inside.port}/`;
    await egress.check(url, 'webhookUrl');
    expect(await egress.deliver(webhookMessage(url))).toMatchObject({ status: null });
    await expect(readFrom(egress, url)).rejects.toMatchObject({ code: 'AUDIO_FETCH_FAILED' });
    expect(inside.connections() - before).toBe(0);
  });

  it.skipIf(!hasLoopbackNetwork)('is resolved once: only the checked address is connected to', async () => {
    const { inside, dns } = machine;
    await using outside = await tcpServer(
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')),
      GATE,
    );
    const before = inside.connections();
    const url = `http://turns-away.test:${outside.port}/`;
    expect(Buffer.concat(await readFrom(egress, url)).toString()).toBe('ok');
    // One query for each address family.
    expect(dns.questions('turns-away.test')).toBe(2);
    await expect(readFrom(egress, url)).rejects.toMatchObject({ code: 'AUDIO_FETCH_FAILED' });
    expect(outside.connections()).toBe(1);
    expect(inside.connections() - before).toBe(0);
  });
});

describe('a port', () => {
  const publicName = async (): Promise<readonly string[]> => [PUBLIC];
  it.each([80, 443, 8080, 8443])('%i of a public address is accepted', async (port) => {
    const usual = createEgress({ clock: systemClock, resolveName: publicName });
    await usual.check(`http://audio.test:${port}/`, 'audioUrl');
    await usual.check(`https://${PUBLIC}:${port}/`, 'audioUrl');
  });

  it.each([0, 1, 22, 25, 2375, 5432, 6379, 8081, 9200, 65_535])(
    '%i of a public address is refused',
    async (port) => {
      const usual = createEgress({ clock: systemClock, resolveName: publicName });
      for (const host of ['audio.test', PUBLIC]) {
        await expect(usual.check(`http://${host}:${port}/`, 'audioUrl')).rejects.toMatchObject({
          code: 'INVALID_INPUT',
        });
      }
    },
  );

  it('is accepted if the operator allows the network, or the port', async () => {
    const free = createEgress({ clock: systemClock, ports: [9000], allowNetworks: ['10.0.0.0/8'] });
    await free.check('http://10.1.2.3:22/', 'audioUrl');
    await free.check(`http://${PUBLIC}:9000/`, 'audioUrl');
    await expect(free.check(`http://${PUBLIC}:80/`, 'audioUrl')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
