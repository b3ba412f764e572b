import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, it } from 'vitest';
import { pcm } from './support/pcm.ts';
import { connectRaw, textFrame } from './support/raw-websocket.ts';
import { CONFIG, connect, connectReady } from './support/realtime-client.ts';
import { startRealtime } from './support/realtime-server.ts';

const CONFIG_FRAME = textFrame({ type: 'STREAMING_CONFIG', config: CONFIG });
const AUDIO_FRAME = textFrame({
  type: 'AUDIO_CHUNK',
  audioContent: Buffer.from(pcm([0.1])).toString('base64'),
});

/** One goes on talking beside the hostile client, and hears every word of its own back. */
async function withBystander(
  server: Awaited<ReturnType<typeof startRealtime>>,
  hostile: () => Promise<void>,
): Promise<void> {
  const bystander = await connectReady(server.url, { vadConfig: { noInputTimeoutMs: 10_000 } });
  bystander.sendAudio(pcm([0.5]));
  await hostile();
  bystander.sendAudio(pcm([0.5, -1]));
  expect(await bystander.until('FINAL_RESULT')).toMatchObject({
    text: 'hello',
    endVoiceTime: expect.closeTo(1, 1),
  });
  bystander.send({ type: 'DONE' });
  expect(await bystander.closed).toBe(1000);
}

describe('a client that sends a byte a second', () => {
  it('has 5 seconds for its configuration, by the clock', async () => {
    const server = await startRealtime();
    await withBystander(server, async () => {
      const raw = await connectRaw(server.port);
      await expect.poll(() => server.slots.inUse('app-1')).toBe(2);
      for (let second = 0; second < 5; second += 1) {
        raw.socket.write(CONFIG_FRAME.subarray(second, second + 1));
        server.clock.advance(1000);
      }
      await expect.poll(raw.received).toContain('"code":"BAD_REQUEST"');
      expect(raw.received()).toContain('STREAMING_CONFIG did not come within 5000 ms.');
      await server.opened[1]?.ended;
      expect(server.slots.inUse('app-1')).toBe(1);
      raw.socket.destroy();
    });
  });

  it('has its silence for audio that never becomes a message: NO_INPUT_TIMEOUT', async () => {
    const server = await startRealtime();
    await withBystander(server, async () => {
      const raw = await connectRaw(server.port);
      raw.socket.write(CONFIG_FRAME);
      await expect.poll(raw.received).toContain('"READY"');
      // A byte of a frame is no audio: five seconds, the default, are all it gets.
      for (let second = 0; !raw.received().includes('NO_INPUT_TIMEOUT'); second += 1) {
        expect(second).toBeLessThan(10);
        raw.socket.write(AUDIO_FRAME.subarray(second, second + 1));
        await new Promise((resolve) => raw.socket.write('', resolve));
        server.clock.advance(1000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await server.opened[1]?.ended;
      raw.socket.destroy();
    });
  });

  it('that never finishes its handshake holds no slot and no session', async () => {
    const server = await startRealtime();
    await withBystander(server, async () => {
      const socket = connectTcp({ port: server.port, host: '127.0.0.1' });
      await once(socket, 'connect');
      for (const byte of 'GET /v1/stt/realtime HTTP') {
        await new Promise((resolve) => socket.write(byte, resolve));
      }
      expect([server.slots.inUse('app-1'), server.endpoint.sessions, server.opened.length]).toEqual([
        1, 1, 1,
      ]);
      socket.destroy();
    });
  });

  it('that answers no close is cut off', async () => {
    const server = await startRealtime();
    await withBystander(server, async () => {
      const raw = await connectRaw(server.port);
      raw.socket.write(textFrame({ type: 'DONE' }));
      await expect.poll(raw.received).toContain('BAD_REQUEST');
      await server.opened[1]?.ended;
      // Its session is over although it never says goodbye; ws cuts the connection after its patience.
      expect(server.endpoint.sessions).toBe(1);
      await raw.closed;
    });
  });
});

describe('a client that sends 30 s of audio at once', () => {
  it('gets every final, without interims beyond the first seconds, while another session is recognized as usual', async () => {
    const server = await startRealtime();
    await withBystander(server, async () => {
      const burst = await connectReady(server.url, { interimResults: true });
      for (let second = 0; second < 30; second += 2) burst.sendAudio(pcm([1, -1]));
      burst.send({ type: 'DONE' });
      expect(await burst.closed).toBe(1000);
      expect(burst.messages.at(-1)).toMatchObject({ type: 'STREAM_END', totalUtterances: 15 });
      for (const message of burst.messages)
        if (message.type === 'INTERIM_RESULT') expect(message.endTime).toBeLessThan(4);
    });
  });
});

describe('a file that is sent at once', () => {
  it('gets its interims if nobody else speaks', async () => {
    const server = await startRealtime({ limiter: 'alone' });
    const client = await connectReady(server.url, { interimResults: true });
    client.sendAudio(pcm([8]));
    await expect.poll(() => client.messages.map(({ type }) => type)).toContain('INTERIM_RESULT');
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
  });

  it('gets none while somebody else speaks', async () => {
    const server = await startRealtime({ limiter: 'beside-speech' });
    const client = await connectReady(server.url, { interimResults: true });
    client.sendAudio(pcm([8]));
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    const types = client.messages.map(({ type }) => type);
    expect(types).toContain('FINAL_RESULT');
    expect(types).not.toContain('INTERIM_RESULT');
  });
});

describe('clients that open session after session to no purpose', () => {
  it('are slowed down to two a second, and each still gets its error', async () => {
    const server = await startRealtime({ limiter: 'beside-speech', sttConcurrency: 50 });
    await withBystander(server, async () => {
      const refuse = async (): Promise<void> => {
        const client = connect(server.url);
        client.send('{"type":"NO_SUCH_MESSAGE"}');
        expect(await client.closed).toBe(1007);
        expect(client.messages).toMatchObject([{ type: 'ERROR', code: 'BAD_REQUEST' }]);
      };
      for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 40 }, refuse));
      const slowed = refuse();
      await expect.poll(() => server.clock.pendingTimers).toBeGreaterThan(2);
      await expect(Promise.race([slowed, connect(server.url, { token: 'no' }).closed])).resolves.toBe(1008);
      server.clock.advance(500);
      await slowed;
    });
  });
});

describe('clients that open session after session and speak', () => {
  it('are not slowed down, however many they are', async () => {
    const server = await startRealtime({ limiter: 'beside-speech', sttConcurrency: 50 });
    const speak = async (): Promise<void> => {
      const client = await connectReady(server.url);
      client.sendAudio(pcm([0.1]));
      client.send({ type: 'DONE' });
      expect(await client.closed).toBe(1000);
    };
    for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 40 }, speak));
    expect(server.opened).toHaveLength(160);
  });
});

describe('a frame that breaks the protocol', () => {
  it.each([
    ['a reserved opcode', [0x83, 0x80, 0, 0, 0, 0]],
    ['reserved bits', [0xf1, 0x80, 0, 0, 0, 0]],
    ['no mask', [0x81, 0x01, 0x78]],
    ['a continuation of nothing', [0x80, 0x81, 0, 0, 0, 0, 0x78]],
    ['a fragmented ping', [0x09, 0x80, 0, 0, 0, 0]],
    ['a ping that is too long', [0x89, 0xfe, 0, 126, 0, 0, 0, 0]],
    ['a close code of one byte', [0x88, 0x81, 0, 0, 0, 0, 3]],
    ['a close code that nobody may send', [0x88, 0x82, 0, 0, 0, 0, 3, 237]],
    ['text that is no UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]],
    ['a length beyond every limit', [0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])('%s ends the connection and the session, and no other', async (_what, bytes) => {
    const server = await startRealtime();
    await withBystander(server, async () => {
      const raw = await connectRaw(server.port);
      await expect.poll(() => server.opened.length).toBe(2);
      raw.socket.write(Buffer.from(bytes));
      await raw.closed;
      await server.opened[1]?.ended;
      expect(server.slots.inUse('app-1')).toBe(1);
    });
  });
});
