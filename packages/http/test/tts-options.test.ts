import type { BatchSynthesisInput, LiveSynthesisInput } from '@parlance/core/synthesis';
import { describe, expect, it } from 'vitest';
import { fakeService, REQUEST } from './support/fake-service.ts';
import { errorOf, postJson, startServer } from './support/test-server.ts';

const SSML = '<speak>Hello</speak>';
const ASYNC = { mode: 'async', voiceCode: 'v', webhookUrl: 'http://receiver.example/hook' };
const SYNC = { mode: 'sync', voiceCode: 'v' };

async function open(warnings?: readonly string[]) {
  const inputs: (BatchSynthesisInput | LiveSynthesisInput)[] = [];
  const told = warnings === undefined ? {} : { warnings };
  const service = fakeService({
    submitSynthesis: async (input) => {
      inputs.push(input);
      return { answer: { ...REQUEST, ...told }, isReplay: false };
    },
    synthesizeLive: async (input, ...rest) => {
      inputs.push(input);
      return { ...(await fakeService().synthesizeLive(input, ...rest)), ...told };
    },
  });
  const { url } = await startServer({ service });
  return { inputs, post: (body: object) => postJson(`${url}/v1/tts`, body) };
}

describe('POST /v1/tts, textType ssml', () => {
  it('passes the type on, and nothing if none was sent', async () => {
    const { inputs, post } = await open();
    for (const mode of [ASYNC, SYNC]) {
      await post({ ...mode, text: SSML, textType: 'ssml' });
      await post({ ...mode, text: 'Hello' });
    }
    expect(inputs.map(({ text, textType }) => [text, textType])).toEqual([
      [SSML, 'ssml'],
      ['Hello', undefined],
      [SSML, 'ssml'],
      ['Hello', undefined],
    ]);
    expect(inputs[1]).not.toHaveProperty('textType');
  });

  it('reports warnings in the body or in one header, whatever characters they contain', async () => {
    const warnings = ['line 1, column 2: ödd is not known', 'line 2, column 1: b\r\nX-Evil: 1'];
    const { post } = await open(warnings);
    const accepted = await post({ ...ASYNC, text: SSML, textType: 'ssml' });
    expect(await accepted.json()).toEqual({ requestId: 'request1', status: 'PROCESSING', warnings });
    const live = await post({ ...SYNC, text: SSML, textType: 'ssml' });
    expect(live.status).toBe(200);
    expect(live.headers.get('x-warnings')).toBe(
      'line 1, column 2: ?dd is not known | line 2, column 1: b??X-Evil: 1',
    );
    expect(live.headers.get('x-evil')).toBeNull();
  });

  it('has no such header if there is nothing to report', async () => {
    const { post } = await open();
    const live = await post({ ...SYNC, text: SSML, textType: 'ssml' });
    expect(live.headers.has('x-warnings')).toBe(false);
  });

  it.each([
    ['sync', SYNC, 300],
    ['async', ASYNC, 100_000],
  ])('lets a document of mode %s be eight times as long as plain text', async (_name, mode, limit) => {
    const { post } = await open();
    const of = (length: number) => '<'.padEnd(length, 'x');
    expect((await post({ ...mode, text: of(8 * limit), textType: 'ssml' })).status).toBe(200);
    for (const body of [
      { ...mode, text: of(8 * limit + 1), textType: 'ssml' },
      { ...mode, text: of(limit + 1) },
      { ...mode, text: of(limit + 1), textType: 'text' },
    ]) {
      expect(await errorOf(await post(body))).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('refuses another type', async () => {
    const { post } = await open();
    const answer = await errorOf(await post({ ...SYNC, text: SSML, textType: 'html' }));
    expect(answer.message).toContain('textType must be one of text, ssml; got "html"');
  });
});

describe('POST /v1/tts, timings', () => {
  it('are passed on in mode async, and refused if the answer cannot contain them', async () => {
    const { inputs, post } = await open();
    expect((await post({ ...ASYNC, text: 'Hello', timings: 'word' })).status).toBe(200);
    expect(inputs[0]).toMatchObject({ timings: 'word' });
    const live = await errorOf(await post({ ...SYNC, text: 'Hello', timings: 'word' }));
    expect(live).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('use mode "async", or a stream on /v1/tts/stream'),
    });
    const other = await errorOf(await post({ ...ASYNC, text: 'Hello', timings: 'phoneme' }));
    expect(other.message).toContain('timings must be "word"');
  });
});
