import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createSocketEndpoint } from '@parlance/sockets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiredToken } from '../../../test/service/short-life.ts';
import { connect, hello, serveRealtime, update } from './support/realtime-server.ts';

const COMPLETED = 'conversation.item.input_audio_transcription.completed';
const commit = { type: 'input_audio_buffer.commit' };

describe('a connection', () => {
  it.each([
    ['no', { headers: {} }],
    ['a wrong', { headers: { authorization: 'Bearer sk-nobody' } }],
    ['an altered', { headers: { authorization: 'Bearer a~!' } }],
    ['a wrong', { protocols: ['realtime', 'openai-insecure-api-key.sk-nobody'] }],
  ])('with %s key gets an error and is closed, %o', async (_what, options) => {
    await using server = await serveRealtime();
    const client = connect(server, options);
    expect(await client.closed).toEqual({ code: 3000, reason: 'invalid_request_error.invalid_api_key' });
    expect(client.events).toEqual([
      {
        type: 'error',
        event_id: expect.stringMatching(/^event_/),
        error: {
          type: 'invalid_request_error',
          code: 'invalid_api_key',
          message: expect.stringContaining('token of an app'),
          param: null,
          event_id: null,
        },
      },
    ]);
  });

  it('of a revoked app is refused', async () => {
    await using server = await serveRealtime();
    await server.speech.service.revokeApp(server.appId);
    expect((await connect(server).closed).code).toBe(3000);
  });

  it('of an app that has expired is refused', async () => {
    await using server = await serveRealtime();
    const authorization = `Bearer ${await expiredToken(server.speech.service)}`;
    const { code, reason } = await connect(server, { headers: { authorization } }).closed;
    expect([code, reason]).toEqual([3000, 'invalid_request_error.invalid_api_key']);
  });

  it('accepts the key as a subprotocol and never answers with it', async () => {
    await using server = await serveRealtime();
    const key = `openai-insecure-api-key.${server.token}`;
    const client = connect(server, { protocols: ['realtime', key, 'openai-beta.realtime-v1'] });
    await client.until('transcription_session.created');
    expect(client.socket.protocol).toBe('realtime');
  });

  it('beyond the app’s limit gets rate_limit_exceeded', async () => {
    await using server = await serveRealtime({ app: { sttConcurrency: 1 } });
    await connect(server).until('session.created');
    const second = connect(server);
    expect(await second.closed).toEqual({ code: 1013, reason: 'rate_limit_error.rate_limit_exceeded' });
    expect(second.events[0]?.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' });
  });

  it('beyond the server’s limit gets rate_limit_exceeded', async () => {
    await using server = await serveRealtime({ maxSessions: 1 });
    await connect(server).until('session.created');
    const second = connect(server);
    expect((await second.closed).code).toBe(1013);
    expect(second.told()).toEqual(['error rate_limit_exceeded']);
  });

  it('of an app without seconds gets insufficient_quota', async () => {
    await using server = await serveRealtime({ app: { seconds: '0' } });
    const client = connect(server);
    await client.closed;
    expect(client.told()).toEqual(['error insufficient_quota']);
  });

  it('for a conversation is refused', async () => {
    await using server = await serveRealtime();
    const socketUrl = server.socketUrl.replace('intent=transcription', 'model=gpt-realtime');
    const client = connect({ ...server, socketUrl });
    expect(await client.closed).toEqual({ code: 1008, reason: 'invalid_request_error.invalid_intent' });
    expect(client.told()).toEqual(['error invalid_intent']);
  });

  it('to another address gets 404 with the existing addresses', async () => {
    await using server = await serveRealtime();
    const socketUrl = server.socketUrl.replace('realtime', 'nowhere');
    const { socket } = connect({ ...server, socketUrl });
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(404);
    socket.terminate();
  });

  it('without an upgrade gets 426, and is closed if the client asks for that', async () => {
    await using server = await serveRealtime();
    const asked = get(`${server.url}/v1/realtime`, { headers: { connection: 'close' } });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect([response.statusCode, response.headers.connection]).toEqual([426, 'close, Upgrade']);
    response.resume();
    await once(response, 'end');
  });

  it('shares a server with other protocols, which continue when it ends', async () => {
    await using server = await serveRealtime();
    const other = createSocketEndpoint({
      path: '/v1/other',
      open: () => expect.unreachable(),
      refuse: (connection, message) => connection.close(4000, message),
      maxSessions: 0,
    });
    other.attach(server.server);
    const socketUrl = server.socketUrl.replace('realtime', 'other');
    const refused = { code: 4000, reason: "The server's limit of 0 sessions is reached." };
    expect(await connect({ ...server, socketUrl }).closed).toEqual(refused);
    const nowhere = connect({ ...server, socketUrl: server.socketUrl.replace('realtime', 'nowhere') });
    const [, response] = await once(nowhere.socket, 'unexpected-response');
    const body = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)).toString();
    expect(JSON.parse(body).error.message).toBe(
      'There is no WebSocket at this address; it is at /v1/realtime or /v1/other.',
    );
    await server.endpoint.close();
    expect(await connect({ ...server, socketUrl }).closed).toEqual(refused);
    await other.close();
    expect(server.server.listenerCount('upgrade')).toBe(0);
  });

  it('with a language that no recognizer supports gets an error', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send(update({ transcription: { language: 'tlh' } }));
    expect((await client.closed).code).toBe(1007);
    expect(client.events.at(-1)?.error.message).toContain('tlh');
  });

  it('is told which of its items failed if the engine fails', async () => {
    await using server = await serveRealtime({
      recognition: { script: { failures: Array.from({ length: 9 }, () => 'ENGINE_UNAVAILABLE' as const) } },
    });
    const client = connect(server);
    client.send(update({ turn_detection: null }));
    client.append(hello());
    client.send(commit);
    await client.closed;
    const committed = await client.until('input_audio_buffer.committed');
    expect(client.events.slice(-2)).toMatchObject([
      {
        type: 'conversation.item.input_audio_transcription.failed',
        item_id: committed.item_id,
        content_index: 0,
        error: { type: 'server_error' },
      },
      { type: 'error', error: { type: 'server_error', code: 'server_error' } },
    ]);
  });

  it('ends with the server', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    await client.until('session.created');
    await server.endpoint.close();
    expect(client.told()).toEqual(['session.created', 'error server_error']);
  });
});

describe('a faulty event', () => {
  it.each([
    ['no JSON', '{', 'invalid_value', null],
    ['no object', '[]', 'unknown_event', 'type'],
    ['an unknown type', { type: 'input_audio_buffer.shout' }, 'unknown_event', 'type'],
    ['an event of conversations', { type: 'response.create' }, 'unknown_event', 'type'],
    ['no audio', { type: 'input_audio_buffer.append' }, 'invalid_value', 'audio'],
    ['no base64', { type: 'input_audio_buffer.append', audio: '%' }, 'invalid_value', 'audio'],
    [
      'a conversation',
      { type: 'session.update', session: { type: 'realtime' } },
      'invalid_value',
      'session.type',
    ],
    [
      'a wrong rate',
      update({ format: { type: 'audio/pcm', rate: 16_000 } }),
      'invalid_value',
      'session.audio.input.format.rate',
    ],
    [
      'semantic turns',
      update({ turn_detection: { type: 'semantic_vad' } }),
      'invalid_value',
      'session.audio.input.turn_detection.type',
    ],
  ])('(%s) does not end the session', async (_what, event, code, param) => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send(typeof event === 'string' ? event : { ...event, event_id: 'mine' });
    const { error } = await client.until('error');
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      code,
      param,
      event_id: typeof event === 'string' ? null : 'mine',
    });
    client.append(hello());
    client.send(commit);
    await client.until(COMPLETED);
  });

  it('of a conversation is named in the error', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send({ type: 'conversation.item.create' });
    expect((await client.until('error')).error.message).toBe(
      'conversation.item.create is for conversations; this server only transcribes.',
    );
  });

  it('that is binary or too large gets an error', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    await client.until('session.created');
    client.send(Buffer.from('{}'));
    expect((await client.until('error')).error.message).toContain('must be text');
    client.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(1_600_000) });
    expect((await client.closed).code).toBe(1009);
    expect(client.told().slice(1)).toEqual(['error invalid_value', 'error invalid_value']);
  });

  it('never breaks the server, in 1000 random cases', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    await client.until('session.created');
    const types = [
      'session.update',
      'transcription_session.update',
      'input_audio_buffer.append',
      'response.create',
    ];
    const broken = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({ type: fc.constantFrom(...types), session: fc.anything(), audio: fc.anything() })
        .map(asJson),
      fc
        .record({ format: fc.anything(), turn_detection: fc.anything(), transcription: fc.anything() })
        .map((input) => asJson(update(input))),
    );
    const messages = fc.sample(broken, { numRuns: 1000 });
    for (const message of messages) client.send(message);
    client.send(update({ turn_detection: null, transcription: null }));
    client.append(hello());
    client.send({ ...commit, event_id: 'last' });
    await client.until(COMPLETED);
    const kinds = new Set(client.told());
    expect(client.told().filter((type) => type.startsWith('error')).length).toBeGreaterThan(900);
    expect([...kinds].some((type) => type.includes('server_error'))).toBe(false);
    client.socket.close();
    await client.closed;
    await server.endpoint.close();
    expect(server.endpoint.sessions).toBe(0);
  });
});

/** Omits values that JSON does not have. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member));
