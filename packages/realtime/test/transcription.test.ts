import { describe, expect, it } from 'vitest';
import { connect, goodbye, hello, serveRealtime, silence, update } from './support/realtime-server.ts';

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';
const COMPLETED = `${TRANSCRIPTION}.completed`;
const commit = { type: 'input_audio_buffer.commit' };
const clear = { type: 'input_audio_buffer.clear' };

describe('the detector’s turns', () => {
  it('are reported from the start of speech to the transcript', async () => {
    await using server = await serveRealtime({ app: { seconds: '100' } });
    const client = connect(server);
    const created = await client.until('session.created');
    expect(created.session).toEqual({
      id: expect.stringMatching(/^sess_/),
      object: 'realtime.transcription_session',
      type: 'transcription',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          transcription: { model: null, language: null, prompt: '' },
          noise_reduction: null,
          turn_detection: {
            type: 'server_vad',
            threshold: 0.5,
            prefix_padding_ms: 300,
            silence_duration_ms: 500,
          },
        },
      },
      include: null,
    });
    client.append(silence(1));
    client.append(hello());
    client.append(silence(1));
    client.append(goodbye());
    client.append(silence(1));
    await client.until(COMPLETED, 2);
    const events = client.events.slice(1);
    const first = events.filter(({ item_id }) => item_id === events[0]?.item_id);
    expect(first.map(({ type }) => type).filter((type) => type !== `${TRANSCRIPTION}.delta`)).toEqual([
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      COMPLETED,
    ]);
    expect(first.map(({ delta = '' }) => delta).join('')).toBe('Hello there.');
    expect(first.at(-1)).toMatchObject({ transcript: 'Hello there.', content_index: 0 });
    expect(first[0]?.audio_start_ms).toBeGreaterThan(600);
    expect(first[0]?.audio_start_ms).toBeLessThan(800);
    const stopped = first.find(({ type }) => type === 'input_audio_buffer.speech_stopped');
    expect(stopped?.audio_end_ms).toBeGreaterThan(1900);
    expect(first.at(-1)?.usage).toMatchObject({ type: 'duration', seconds: expect.closeTo(1.6, 0) });
    const [one, other] = events.filter(({ type }) => type === 'input_audio_buffer.committed');
    expect([one?.previous_item_id, other?.previous_item_id]).toEqual([null, one?.item_id]);
    expect(events.at(-1)).toMatchObject({ transcript: 'Goodbye.', item_id: other?.item_id });
    expect(new Set(client.events.map(({ event_id }) => event_id)).size).toBe(client.events.length);
    client.socket.close();
    await client.closed;
    await server.endpoint.close();
    expect((await server.speech.service.getBalances(server.appId)).seconds).toBe('95');
  });

  it('end at a commit, which is refused if there is no speech', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.append(hello());
    client.send(commit);
    expect(await client.until(COMPLETED)).toMatchObject({ transcript: 'Hello there.' });
    client.append(silence(1));
    client.send({ ...commit, event_id: 'mine' });
    expect((await client.until('error')).error.code).toBe('input_audio_buffer_commit_empty');
  });

  it('of noise get an empty transcript', async () => {
    await using server = await serveRealtime({ recognition: { script: { texts: [''] } } });
    const client = connect(server);
    client.append(hello());
    client.append(silence(1));
    expect(await client.until(COMPLETED)).toMatchObject({ transcript: '' });
  });

  it('end after the silence that the client sets', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send(update({ turn_detection: { type: 'server_vad', silence_duration_ms: 1500 } }));
    await client.until('session.updated');
    client.append(hello());
    client.append(silence(1));
    client.append(hello());
    client.append(silence(2));
    await client.until(COMPLETED);
    client.send(commit);
    await client.until('error');
    expect(client.told().filter((type) => type === COMPLETED)).toHaveLength(1);
  });
});

describe('manual turns', () => {
  it('are one item from commit to commit, whatever their pauses', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send(update({ turn_detection: null, transcription: { model: 'whisper-1', language: 'en' } }));
    const { session } = await client.until('session.updated');
    expect(session).toMatchObject({
      audio: { input: { turn_detection: null, transcription: { model: 'whisper-1', language: 'en' } } },
    });
    client.append(hello());
    client.append(silence(2));
    client.append(goodbye());
    client.send(commit);
    client.append(goodbye());
    client.send(commit);
    await client.until(COMPLETED, 2);
    const completed = client.events.filter(({ type }) => type === COMPLETED);
    expect(completed.map(({ transcript }) => transcript)).toEqual(['Hello there. Goodbye.', 'Goodbye.']);
    expect(completed[0]?.usage.seconds).toBe(4);
    const committed = client.events.filter(({ type }) => type === 'input_audio_buffer.committed');
    expect(committed.map(({ item_id }) => item_id)).toEqual(completed.map(({ item_id }) => item_id));
    const deltas = client.events.filter(({ item_id, delta }) => item_id === completed[0]?.item_id && delta);
    expect(deltas.map(({ delta }) => delta).join('')).toBe('Hello there. Goodbye.');
    expect(client.told().some((type) => type.includes('speech_'))).toBe(false);
  });

  it('of less than 100 ms are not committed', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send(update({ turn_detection: null }));
    client.append(hello(0.09));
    client.send({ ...commit, event_id: 'too soon' });
    const { error } = await client.until('error');
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      code: 'input_audio_buffer_commit_empty',
      message: 'The buffer has 90 ms of audio; a commit needs 100 ms.',
    });
    client.append(hello(0.5));
    client.send(commit);
    expect((await client.until(COMPLETED)).usage.seconds).toBe(0.59);
  });

  it('that are cleared are not reported', async () => {
    await using server = await serveRealtime({
      recognition: { script: { hear: (samples) => (samples.length > 16_000 ? 'long' : 'short') } },
    });
    const client = connect(server);
    client.send(update({ turn_detection: null }));
    client.append(hello(2));
    client.send(clear);
    await client.until('input_audio_buffer.cleared');
    client.append(hello(0.5));
    client.send(commit);
    expect(await client.until(COMPLETED)).toMatchObject({ transcript: 'short' });
    expect(client.told().filter((type) => type === COMPLETED)).toHaveLength(1);
  });

  it('are committed when the detector takes over', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send(update({ turn_detection: null }));
    client.append(hello());
    client.send(update({ turn_detection: { type: 'server_vad' } }));
    client.append(goodbye());
    client.append(silence(1));
    await client.until(COMPLETED, 2);
    const transcripts = client.events.flatMap(({ type, transcript }) =>
      type === COMPLETED ? transcript : [],
    );
    expect(transcripts).toEqual(['Hello there.', 'Goodbye.']);
  });
});

describe('audio', () => {
  /** Alternates a loud positive and a loud negative code at 250 Hz. */
  const g711 = (loud: number, quiet: number, seconds: number) =>
    Uint8Array.from({ length: 8000 * seconds }, (_, at) => (at % 32 < 16 ? loud : quiet));

  /** A server whose recognizer exposes its input. */
  const listening = async () => {
    const segments: Float32Array[] = [];
    const hear = (samples: Float32Array) => {
      segments.push(samples);
      return 'Hello there.';
    };
    return { segments, ...(await serveRealtime({ recognition: { script: { hear } } })) };
  };

  /** A shift by one byte would make noise, while neighbouring samples of a tone differ little. */
  const steepestStep = (samples: Float32Array): number =>
    Math.max(...samples.slice(1).map((sample, at) => Math.abs(sample - (samples[at] ?? 0))));

  it.each([
    ['audio/pcmu', 0x80, 0x00],
    ['audio/pcma', 0xaa, 0x2a],
  ])('may be %s', async (type, loud, quiet) => {
    await using server = await listening();
    const client = connect(server);
    client.send(update({ format: { type }, turn_detection: null }));
    expect((await client.until('session.updated')).session).toMatchObject({
      audio: { input: { format: { type } } },
    });
    client.append(g711(loud, quiet, 1));
    client.send(commit);
    expect((await client.until(COMPLETED)).usage.seconds).toBe(1);
    const [segment = []] = server.segments;
    expect(Math.max(...segment)).toBeGreaterThan(0.9);
    expect(Math.min(...segment)).toBeLessThan(-0.9);
  });

  it('may be cut anywhere, even in the middle of a sample', async () => {
    await using server = await listening();
    const client = connect(server);
    client.send(update({ turn_detection: null }));
    const bytes = hello();
    for (let from = 0; from < bytes.length; from += 4801) client.append(bytes.subarray(from, from + 4801));
    client.send(commit);
    expect((await client.until(COMPLETED)).usage.seconds).toBe(1);
    expect(steepestStep(server.segments.at(-1) as Float32Array)).toBeLessThan(0.2);
  });

  it.each([commit, clear])('begins with a whole sample after %o, whatever came before', async (end) => {
    await using server = await listening();
    const client = connect(server);
    client.send(update({ turn_detection: null }));
    client.append(hello().subarray(0, -1));
    client.send(end);
    client.append(hello());
    client.send(commit);
    const { usage } = await client.until(COMPLETED, end === commit ? 2 : 1);
    expect(usage.seconds).toBe(1);
    expect(steepestStep(server.segments.at(-1) as Float32Array)).toBeLessThan(0.2);
  });

  it('cannot change its format once it has begun', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.append(hello(0.5));
    client.send({ ...update({ format: { type: 'audio/pcmu' } }), event_id: 'late' });
    expect((await client.until('error')).error).toMatchObject({
      code: 'invalid_value',
      param: 'session.audio.input.format',
      event_id: 'late',
    });
  });

  it('that comes before the session is ready is kept', async () => {
    await using server = await serveRealtime();
    const client = connect(server);
    client.send(update({ turn_detection: null }));
    client.append(hello());
    client.send(commit);
    expect(await client.until(COMPLETED)).toMatchObject({ transcript: 'Hello there.' });
  });
});

describe('the events from before August 2025', () => {
  it('are used with clients that ask for them', async () => {
    await using server = await serveRealtime();
    const client = connect(server, {
      headers: { authorization: `Bearer ${server.token}`, 'openai-beta': 'realtime=v1' },
    });
    const { session } = await client.until('transcription_session.created');
    expect(session).toMatchObject({ input_audio_format: 'pcm16', turn_detection: { type: 'server_vad' } });
    client.send({
      type: 'transcription_session.update',
      session: { input_audio_format: 'g711_ulaw', turn_detection: null },
    });
    const updated = await client.until('transcription_session.updated');
    expect(updated.session).toMatchObject({ input_audio_format: 'g711_ulaw', turn_detection: null });
  });
});
