import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { deferred, manualClock } from '@parlance/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pcm } from './support/pcm.ts';
import { CONFIG, connect, connectReady } from './support/realtime-client.ts';
import { startRealtime, TOKEN } from './support/realtime-server.ts';

describe('the endpoint', () => {
  it('answers upgrades to other paths with 404 and leaves plain requests to the server', async () => {
    const { port } = await startRealtime();
    const socket = connectTcp({ port, host: '127.0.0.1' });
    socket.write('GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await (await fetch(`http://127.0.0.1:${port}/v1/stt/realtime`)).text()).toBe('plain');
  });

  it('logs how a session ended, and never the token', async () => {
    const lines: [object, string][] = [];
    const logged = deferred();
    const logger = {
      info(facts: object, message: string) {
        lines.push([facts, message]);
        logged.resolve();
      },
    };
    const { url } = await startRealtime({ logger });
    const client = connect(url, { appId: 'app-2' });
    await client.closed;
    await logged.promise;
    expect(lines).toMatchObject([
      [{ closeCode: 1008, errorCode: 'UNAUTHORIZED' }, 'recognition session ended'],
    ]);
    expect(JSON.stringify([lines, client.messages])).not.toContain(TOKEN);
  });

  it('cuts a client that answers no ping for 10 seconds, and keeps one that does', async () => {
    const clock = manualClock();
    const { url, opened, slots } = await startRealtime({ clock });
    const alive = await connectReady(url);
    const mute = await connectReady(url);
    mute.socket.pause();
    const pinged = once(alive.socket, 'ping');
    clock.advance(15_000);
    await pinged;
    // A message of its own behind the pong shows that the server has read it.
    alive.send({ type: 'PING' });
    await alive.until('PONG');
    clock.advance(10_000);
    await opened[1]?.ended;
    expect(slots.inUse('app-1')).toBe(1);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    mute.socket.terminate();
  });

  it('gives up a client that never reads: interims are dropped first, then the connection', async () => {
    const facts: Record<string, unknown>[] = [];
    const logged = deferred();
    const { url, slots, opened } = await startRealtime({
      recognition: { script: { texts: ['x'.repeat(4_000_000)] } },
      logger: {
        info(line) {
          facts.push(line as Record<string, unknown>);
          logged.resolve();
        },
      },
    });
    const other = await connectReady(url);
    const client = await connectReady(url);
    client.socket.pause();
    client.sendAudio(pcm([1, -1, 1, -1, 1, -1]));
    await opened[1]?.ended;
    expect(slots.inUse('app-1')).toBe(1);
    await logged.promise;
    expect(facts).toMatchObject([{ closeCode: 1006 }]);
    other.send({ type: 'PING' });
    await other.until('PONG');
    client.socket.terminate();
  });
});

describe('clients that vanish', () => {
  it('leave no slot, timer, stream or session behind, 500 of them at random points', async () => {
    const { url, clock, slots, detector, opened, endpoint } = await startRealtime({ sttConcurrency: 500 });
    const steps = fc.sample(fc.integer({ min: 0, max: 4 }), { numRuns: 500, seed: 7 });
    const speech = pcm([0.6, -1, 0.6]);
    for (let start = 0; start < steps.length; start += 50) {
      await Promise.all(
        steps.slice(start, start + 50).map(async (step) => {
          const client = connect(url);
          await once(client.socket, 'open');
          if (step > 0) client.send({ type: 'STREAMING_CONFIG', config: CONFIG });
          if (step > 1) await client.until('READY');
          if (step > 1) client.sendAudio(speech);
          if (step > 2) await client.until('FINAL_RESULT');
          if (step > 3) client.send({ type: 'DONE' });
          client.socket.terminate();
        }),
      );
    }
    await expect.poll(() => opened.length).toBe(500);
    await Promise.all(opened.map(({ ended }) => ended));
    expect([slots.inUse('app-1'), detector.openStreams, endpoint.sessions]).toEqual([0, 0, 0]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('draining', () => {
  it('lets live sessions end and refuses new ones as retryable', async () => {
    const { url, endpoint } = await startRealtime();
    const client = await connectReady(url);
    const drained = endpoint.drain(30_000);
    const refused = connect(url);
    expect(await refused.closed).toBe(1013);
    expect(refused.messages).toMatchObject([{ code: 'STT_MAX_CCR_REACHED', retryable: true }]);
    client.sendAudio(pcm([1]));
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    expect(client.messages.at(-2)).toMatchObject({ text: 'hello' });
    await drained;
    expect(endpoint.sessions).toBe(0);
  });

  it('tells those that are left when the time is up', async () => {
    const clock = manualClock();
    const { url, endpoint } = await startRealtime({ clock });
    const client = await connectReady(url);
    const drained = endpoint.drain(30_000);
    const pinged = once(client.socket, 'ping');
    clock.advance(15_000);
    await pinged;
    client.send({ type: 'PING' });
    await client.until('PONG');
    clock.advance(15_000);
    expect(await client.closed).toBe(1013);
    expect(client.messages.at(-1)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
    await drained;
  });
});
