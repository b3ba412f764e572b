import { getEventListeners } from 'node:events';
import { seededIntegers } from '@parlance/testkit';
import { createWyomingServer } from '@parlance/wyoming';
import { describe, expect, it } from 'vitest';
import { shortLife } from '../../../test/service/short-life.ts';
import { connectWyoming } from './support/wyoming-client.ts';
import { FORMAT, serveWyoming, spoken } from './support/wyoming-server.ts';

async function open(...options: Parameters<typeof serveWyoming>) {
  const server = await serveWyoming(...options);
  return { server, client: connectWyoming(server.port) };
}

describe('Wyoming', () => {
  it('answers a ping and describes the voices', async () => {
    const { server, client } = await open();
    await using _server = server;
    client.send('ping', { text: 'one' });
    client.send('describe');
    expect((await client.until('pong')).data).toEqual({ text: 'one' });
    const { data } = await client.until('info');
    const voices = await server.speech.service.usableVoices(server.appId);
    const [tts] = data.tts as { voices: { name: string }[]; supports_synthesize_streaming: boolean }[];
    expect(tts?.voices.map(({ name }) => name)).toEqual(voices.map(({ code }) => code));
    expect(tts?.supports_synthesize_streaming).toBe(true);
  });

  it('transcribes the audio between audio-start and audio-stop, in chunks or as a whole', async () => {
    const { server, client } = await open({ app: { seconds: '10' } });
    await using _server = server;
    client.send('transcribe', { language: 'en' });
    client.send('audio-start', FORMAT);
    client.send('audio-chunk', FORMAT, spoken(1));
    client.send('audio-chunk', FORMAT, new Uint8Array(32_000));
    client.send('audio-stop');
    expect((await client.until('transcript')).data).toMatchObject({ text: 'Hello there.', language: 'en' });
    await client.until('transcript-stop');
    const chunks = client.told.filter(({ type }) => type === 'transcript-chunk');
    expect(chunks.map(({ data }) => data.text).join('')).toBe('Hello there.');
    expect(client.types()).toEqual([
      'transcript-start',
      ...chunks.map(() => 'transcript-chunk'),
      'transcript',
      'transcript-stop',
    ]);
    client.socket.end();
    await client.closed;
    await expect.poll(async () => (await server.speech.service.getBalances(server.appId)).seconds).toBe('8');
  });

  it('synthesizes a text', async () => {
    const { server, client } = await open();
    await using _server = server;
    client.send('synthesize', { text: 'Hello there.', voice: { language: 'en' } });
    await client.until('audio-stop');
    expect(client.types()[0]).toBe('audio-start');
    expect(client.told[0]?.data).toMatchObject({ rate: 24_000, width: 2, channels: 1 });
    const bytes = client.told.reduce((sum, { payload }) => sum + payload.length, 0);
    expect(bytes).toBeGreaterThan(1000);
  });

  it('synthesizes a streamed text sentence by sentence, before it is complete, and ignores its repetition', async () => {
    const { server, client } = await open();
    await using _server = server;
    client.send('synthesize-start');
    for (const text of ['Hello th', 'ere. How are ', 'you']) client.send('synthesize-chunk', { text });
    await client.until('audio-stop');
    client.send('synthesize-chunk', { text: ' today?' });
    client.send('synthesize', { text: 'Hello there. How are you today?' });
    client.send('synthesize-stop');
    await client.until('synthesize-stopped');
    const types = client.types().filter((type) => type !== 'audio-chunk');
    expect(types).toEqual(['audio-start', 'audio-stop', 'audio-start', 'audio-stop', 'synthesize-stopped']);
  });

  it('leaves no listener on its connection behind a text', async () => {
    await using server = await serveWyoming();
    const { service } = server.speech;
    const signals = new Set<AbortSignal>();
    const wyoming = createWyomingServer({
      service: {
        ...service,
        synthesizeStream(input, app, options) {
          if (options?.signal !== undefined) signals.add(options.signal);
          return service.synthesizeStream(input, app, options);
        },
      },
      appId: server.appId,
    });
    const client = connectWyoming((await wyoming.listen({ host: '127.0.0.1', port: 0 })).port);
    client.send('synthesize', { text: 'Hello there.' });
    client.send('synthesize-start');
    client.send('synthesize-chunk', { text: 'How are you?' });
    client.send('synthesize-stop');
    await client.until('synthesize-stopped');
    expect([...signals].map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0]);
    await wyoming.close();
  });

  it.each([
    ['a header that is not JSON', Buffer.from('hello\n'), 'INVALID_INPUT'],
    [
      'a payload that is too large',
      Buffer.from('{"type":"audio-chunk","payload_length":1048577}\n'),
      'INVALID_INPUT',
    ],
    ['data that is too large', Buffer.from('{"type":"ping","data_length":262145}\n'), 'INVALID_INPUT'],
    ['a header that does not end', Buffer.alloc(16_385, 0x20), 'INVALID_INPUT'],
    [
      'stereo',
      Buffer.from('{"type":"audio-start","data":{"rate":16000,"width":2,"channels":2}}\n'),
      'INVALID_INPUT',
    ],
    [
      'an unknown voice',
      Buffer.from('{"type":"synthesize","data":{"text":"Hi.","voice":{"name":"nobody"}}}\n'),
      'VOICE_NOT_FOUND',
    ],
    [
      'SSML',
      Buffer.from('{"type":"synthesize","data":{"text":"Hi.","text_format":"ssml"}}\n'),
      'INVALID_INPUT',
    ],
    ['an empty text', Buffer.from('{"type":"synthesize","data":{"text":" "}}\n'), 'INVALID_INPUT'],
    [
      'a chunk without a stream',
      Buffer.from('{"type":"synthesize-chunk","data":{"text":"Hi."}}\n'),
      'INVALID_INPUT',
    ],
  ])('answers %s with an error and closes', async (_what, bytes, code) => {
    const { server, client } = await open();
    await using _server = server;
    client.socket.write(bytes);
    const { data } = await client.until('error');
    expect(data.code).toBe(code);
    expect(data.text).toEqual(expect.any(String));
    await client.closed;
  });

  it('ignores unknown events', async () => {
    const { server, client } = await open();
    await using _server = server;
    client.send('detect', { names: ['hey'] });
    client.send('ping');
    await client.until('pong');
    expect(client.types()).toEqual(['pong']);
  });

  it.each([
    ['synthesize', { text: 'Hello.' }],
    ['audio-start', FORMAT],
  ])('refuses %s for a revoked app', async (type, data) => {
    const { server, client } = await open();
    await using _server = server;
    await server.speech.service.revokeApp(server.appId);
    client.send(type, data);
    const error = await client.until('error');
    expect(error.data.code).toBe('UNAUTHORIZED');
    expect(error.data.text).toContain('wyoming.appId');
    await client.closed;
  });

  it('refuses an expired app', async () => {
    const { expiresAt, isOver } = shortLife();
    const { server, client } = await open({ app: { expiresAt } });
    await using _server = server;
    await isOver();
    client.send('audio-start', FORMAT);
    expect((await client.until('error')).data.code).toBe('UNAUTHORIZED');
    const other = connectWyoming(server.port);
    other.send('synthesize', { text: 'Hello.' });
    expect((await other.until('error')).data.code).toBe('UNAUTHORIZED');
  });

  it('refuses an app without seconds and credits', async () => {
    const { server, client } = await open({ app: { seconds: '0', credits: '0' } });
    await using _server = server;
    client.send('audio-start', FORMAT);
    expect((await client.until('error')).data.code).toBe('STT_INSUFFICIENT_SECONDS');
    const other = connectWyoming(server.port);
    other.send('synthesize', { text: 'Hello.' });
    expect((await other.until('error')).data.code).toBe('INSUFFICIENT_CREDIT');
  });

  it('refuses connections above the limit', async () => {
    const { server, client } = await open({ maxConnections: 1 });
    await using _server = server;
    client.send('ping');
    await client.until('pong');
    const other = connectWyoming(server.port);
    expect((await other.until('error')).data.code).toBe('QUEUE_FULL');
    await other.closed;
  });

  it('completes a transcription when it drains, and closes idle connections', async () => {
    const { server, client } = await open();
    await using _server = server;
    const idle = connectWyoming(server.port);
    idle.send('ping');
    await idle.until('pong');
    client.send('audio-start', FORMAT);
    await client.until('transcript-start');
    const drained = server.wyoming.drain(60_000);
    await idle.closed;
    client.send('audio-chunk', FORMAT, spoken(1));
    client.send('audio-stop');
    await client.until('transcript-stop');
    await client.closed;
    await drained;
  });

  it('survives 1,000 clients with broken frames, and releases all of their resources', async () => {
    await using server = await serveWyoming({ maxConnections: 1000 });
    const random = seededIntegers();
    const good = [
      '{"type":"audio-start","data":{"rate":16000,"width":2,"channels":1}}\n',
      '{"type":"audio-chunk","data":{"rate":16000,"width":2,"channels":1},"payload_length":4}\nabcd',
      '{"type":"synthesize-start"}\n',
      '{"type":"synthesize-chunk","data_length":14}\n{"text":"Hi."}',
      '{"type":"synthesize","data":{"text":"Hello."}}\n',
      '{"type":"describe"}\n',
    ];
    for (let batch = 0; batch < 20; batch += 1) {
      const clients = Array.from({ length: 50 }, () => {
        const bytes = Buffer.from(
          Array.from({ length: 1 + random(4) }, () => good[random(good.length)]).join(''),
        );
        for (let fault = random(4); fault >= 0; fault -= 1) bytes[random(bytes.length)] = random(256);
        const client = connectWyoming(server.port);
        client.socket.end(bytes.subarray(0, 1 + random(bytes.length)));
        return client;
      });
      await Promise.all(clients.map(({ closed }) => closed));
    }
    await expect.poll(() => server.wyoming.connections).toBe(0);
    const workload = server.speech.service.workload?.();
    expect(workload?.engines.reduce((sum, { running, waiting }) => sum + running + waiting, 0)).toBe(0);
    const client = connectWyoming(server.port);
    client.send('synthesize', { text: 'Hello.' });
    await client.until('audio-stop');
  });
});
