import { evenAligner } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { parseInput } from '../src/input/index.ts';
import type { LiveAdmission } from '../src/scheduling/index.ts';
import {
  liveSynthesisInput,
  liveSynthesisInputOf,
  type StreamSynthesisInput,
  synthesizeLive,
  synthesizeStream,
  type TimedWord,
} from '../src/synthesis/index.ts';
import { openSynthesisBench, type SynthesisBench, VOICE } from './support/synthesis-bench.ts';

const TEXT = 'A first sentence that is here. And a second one that follows it. Then the third.';

const stream = (
  bench: SynthesisBench,
  input: Partial<StreamSynthesisInput> = {},
  ports: Parameters<typeof synthesizeStream>[0] = bench.ports,
) =>
  synthesizeStream(
    ports,
    { text: TEXT, voiceCode: VOICE.code, speed: 1, container: 'pcm', ...input },
    bench.app,
  );
async function bytesOf(audio: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(audio));
}

describe('a stream of speech', () => {
  it.each([
    ['pcm', /^audio\/(L16|pcm)/i, 24_000],
    ['wav', /^audio\/wav/, 8000],
  ] as const)('as %s is at the rate that its clients expect', async (container, type, rateHz) => {
    await using bench = await openSynthesisBench();
    const { audio, contentType } = await stream(bench, { container });
    expect(contentType).toMatch(type);
    const bytes = await bytesOf(audio);
    // Some fifteen characters a second.
    expect(bytes.length / (2 * rateHz)).toBeGreaterThan(TEXT.length / 16);
    expect(bytes.length / (2 * rateHz)).toBeLessThan(TEXT.length / 10);
  });

  it('as MP3 is one', async () => {
    await using bench = await openSynthesisBench();
    const { audio, contentType } = await stream(bench, { container: 'mp3' });
    const bytes = await bytesOf(audio);
    expect([contentType, bytes[0], (bytes[1] ?? 0) & 0xe0]).toEqual(['audio/mpeg', 0xff, 0xe0]);
  });

  it.each([
    ['opus', 'audio/ogg', 24_000],
    ['aac', 'audio/aac', 8000],
    ['flac', 'audio/flac', 8000],
  ] as const)('as %s is encoded from its samples', async (container, type, rateHz) => {
    await using bench = await openSynthesisBench();
    const asked: unknown[] = [];
    let samples = 0;
    const transcoder: SynthesisBench['ports']['transcoder'] = {
      ...bench.ports.transcoder,
      async *encode(pieces, { container: wanted, sampleRateHz }) {
        asked.push([wanted, sampleRateHz]);
        for await (const piece of pieces) {
          samples += piece.length;
          yield new Uint8Array([1]);
        }
      },
    };
    const { audio, contentType } = await stream(bench, { container }, { ...bench.ports, transcoder });
    expect((await bytesOf(audio)).length).toBeGreaterThan(0);
    expect([contentType, asked]).toEqual([type, [[container, rateHz]]]);
    expect(samples / rateHz).toBeGreaterThan(TEXT.length / 16);
  });

  it('is shortened without a change of pitch above the speed that engines support', async () => {
    await using bench = await openSynthesisBench();
    const secondsAt = async (speed: number): Promise<number> =>
      (await bytesOf((await stream(bench, { speed, text: 'One sentence that is spoken.' })).audio)).length /
      48_000;
    const [plain, fast, fastest] = [await secondsAt(1), await secondsAt(1.9), await secondsAt(3.8)];
    expect(fast / plain).toBeCloseTo(1 / 1.9, 1);
    expect(fastest / fast).toBeGreaterThan(0.4);
    expect(fastest / fast).toBeLessThan(0.65);
    expect(bench.engine.calls.map(({ input }) => input.speed)).toEqual([1, 1.9, 1.9]);
  });

  it('tells the times of its words if somebody finds them', async () => {
    await using bench = await openSynthesisBench();
    const words: TimedWord[] = [];
    const onWords = (more: readonly TimedWord[]): void => void words.push(...more);
    const ports = { ...bench.ports, alignerFor: () => evenAligner() };
    await bytesOf((await stream(bench, { onWords }, ports)).audio);
    expect(words.map(({ start, end }) => TEXT.slice(start, end)).join(' ')).toBe(TEXT);
    const refused = stream(bench, { onWords });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('has the terms of the call as they are said', async () => {
    await using bench = await openSynthesisBench();
    const vocabulary = [{ term: 'Siobhan', saidAs: 'shivawn' }];
    await bytesOf((await stream(bench, { text: 'Ask Siobhan.', vocabulary })).audio);
    expect(bench.engine.calls.map(({ input }) => input.text)).toEqual(['Ask shivawn.']);
  });

  it('is refused, free of charge, while the workers are behind', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const asked: unknown[] = [];
    const admission: LiveAdmission = {
      admit(...call) {
        asked.push(call);
        throw new SpeechError('QUEUE_FULL', 'Too many wait.');
      },
    };
    await expect(stream(bench, {}, { ...bench.ports, admission })).rejects.toMatchObject({
      code: 'QUEUE_FULL',
    });
    expect(asked).toEqual([[VOICE.engine, { lane: 'first', turn: bench.app.appId }]]);
    expect([await bench.balance(), bench.ports.slots.inUse(bench.app.appId)]).toEqual(['100', 0]);
  });
});

describe('live synthesis', () => {
  const DEAR = { ...VOICE, code: 'dear', creditFactor: '2' };
  const MINE = { ...VOICE, code: 'mine', ownership: 'PERSONAL', ownerAppId: 'app1' } as const;
  const OTHERS = { ...VOICE, code: 'others', ownership: 'PERSONAL', ownerAppId: 'app2' } as const;
  const speak = (bench: SynthesisBench, input: object, realtimeVoices: readonly string[] | 'all') =>
    synthesizeLive(
      { ...bench.ports, realtimeVoices },
      parseInput('textType' in input ? liveSynthesisInputOf(300, 'ssml') : liveSynthesisInput, {
        ...{ text: 'One two.', voiceCode: VOICE.code, outputFormat: 'wav' },
        ...input,
      }),
      bench.app,
    );

  it('uses the voices that the operator chose for it, and names those that its caller may use', async () => {
    await using bench = await openSynthesisBench({ voices: [VOICE, DEAR, MINE, OTHERS] });
    const chosen = [VOICE.code, 'mine', 'others'];
    expect(await speak(bench, { voiceCode: 'mine' }, chosen)).toMatchObject({ voice: { code: 'mine' } });
    expect(await speak(bench, { voiceCode: 'dear' }, 'all')).toMatchObject({ voice: { code: 'dear' } });
    await expect(speak(bench, { voiceCode: 'dear' }, chosen)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'voiceCode' },
      message: expect.stringMatching(new RegExp(`${VOICE.code}, mine\\.$`)),
    });
    await expect(speak(bench, { voiceCode: 'others' }, 'all')).rejects.toMatchObject({
      code: 'VOICE_NOT_FOUND',
    });
  });

  it('of SSML costs as much as its dearest voice, for what is spoken alone', async () => {
    await using bench = await openSynthesisBench({ voices: [VOICE, DEAR], credits: '100' });
    const text = '<speak>One <odd>two</odd>. <voice name="dear">Three.</voice></speak>';
    const live = await speak(bench, { text, textType: 'ssml' }, 'all');
    expect(live).toMatchObject({
      characters: 'One two. Three.'.length,
      credits: '30',
      warnings: [expect.stringContaining('odd')],
    });
    expect((await bytesOf(live.audio)).length).toBeGreaterThan(1000);
    expect(await bench.balance()).toBe('70');
    const refused = speak(bench, { text, textType: 'ssml' }, [VOICE.code]);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const silent = speak(bench, { text: '<speak><break time="1s"/></speak>', textType: 'ssml' }, 'all');
    await expect(silent).rejects.toMatchObject({ code: 'TEXT_NOT_SPEAKABLE' });
    const long = speak(bench, { text: `<speak>${'a '.repeat(151)}</speak>`, textType: 'ssml' }, 'all');
    await expect(long).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { limit: 300 } });
  });

  it('has no warnings where nothing is to be warned of', async () => {
    await using bench = await openSynthesisBench();
    for (const input of [{}, { text: '<speak>One.</speak>', textType: 'ssml' }]) {
      const live = await speak(bench, input, 'all');
      expect(live).not.toHaveProperty('warnings');
      await bytesOf(live.audio);
    }
  });
});
