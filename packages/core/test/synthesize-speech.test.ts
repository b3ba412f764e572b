import { evenAligner, fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { readScript } from '../src/synthesis/request/read-script.ts';
import { type SpeechOrder, synthesizeSpeech } from '../src/synthesis/speech/synthesize-speech.ts';
import { countedCodec } from './support/counted-codec.ts';
import { openSynthesisBench, type SynthesisBench, VOICE } from './support/synthesis-bench.ts';

const NEVER = new AbortController().signal;
const RATE_HZ = VOICE.nativeRateHz;
const TEXT = 'One first sentence. And a second one.';
type Ports = Parameters<typeof synthesizeSpeech>[0];

const ordered = (members: Partial<SpeechOrder> = {}): SpeechOrder => ({
  ...{ text: TEXT, voice: VOICE, format: { container: 'pcm', sampleRateHz: RATE_HZ } },
  ...{ speed: 1, latency: 'natural', streaming: true },
  ...members,
});
const speak = (ports: Ports, members?: Partial<SpeechOrder>, signal = NEVER) =>
  synthesizeSpeech(ports, ordered(members), signal);
const piecesOf = (...args: Parameters<typeof speak>) => Array.fromAsync(speak(...args));
const bytesOf = async (...args: Parameters<typeof speak>) => Buffer.concat(await piecesOf(...args));
const secondsOf = ({ length }: Uint8Array, rateHz = RATE_HZ): number => length / 2 / rateHz;
const scriptOf = (bench: SynthesisBench, text: string) =>
  readScript(bench.ports, text, { voice: VOICE, appId: bench.app.appId, maxChars: 1000 });
async function* written(text: string): AsyncGenerator<string> {
  yield* text.split(/(?<= )/);
}

describe('the audio of a text', () => {
  it.each([
    { container: 'pcm', sampleRateHz: RATE_HZ },
    { container: 'pcm', sampleRateHz: 16_000 },
    { container: 'wav', sampleRateHz: 16_000 },
    { container: 'mp3', sampleRateHz: 16_000, bitrateKbps: 32 },
  ] as const)('comes as $container of $sampleRateHz Hz, in pieces that are never empty', async (format) => {
    await using bench = await openSynthesisBench();
    const ends: number[] = [];
    const pieces = await piecesOf(bench.ports, { format, onEnd: (seconds) => ends.push(seconds) });
    expect(pieces.every(({ length }) => length > 0)).toBe(true);
    const bytes = Buffer.concat(pieces);
    expect(ends).toEqual([expect.closeTo(TEXT.length / 15, 0)]);
    const [end = 0] = ends;
    if (format.container === 'pcm') expect(secondsOf(bytes, format.sampleRateHz)).toBeCloseTo(end, 3);
    if (format.container === 'wav') {
      expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(40)]).toEqual(['RIFF', 0xffff_ffff]);
      expect(secondsOf(bytes.subarray(44), format.sampleRateHz)).toBeCloseTo(end, 3);
    }
    if (format.container === 'mp3') expect(bytes.length / 4000).toBeCloseTo(end, 0);
  });

  it('has a header with its true length if it is not streamed', async () => {
    await using bench = await openSynthesisBench();
    const format = { container: 'wav', sampleRateHz: RATE_HZ } as const;
    const bytes = await bytesOf(bench.ports, { format, streaming: false });
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
  });

  it('comes in a small first piece, and larger ones after it', async () => {
    await using bench = await openSynthesisBench();
    const format = { container: 'pcm', sampleRateHz: 16_000 } as const;
    const pieces = await piecesOf(bench.ports, { format });
    const lengths = pieces.map((piece) => secondsOf(piece, 16_000));
    const isTenth = (seconds: number): boolean => seconds > 0.09 && seconds < 0.11;
    // At the beginning alone, and not at each sentence.
    expect(lengths.map(isTenth)).toEqual(lengths.map((_, index) => index === 0));
    expect(lengths.slice(1, 4)).toEqual([0.25, 0.25, 0.25]);
    // Where nothing is computed, all that the engine has made is sent at once.
    const plain = await piecesOf(bench.ports);
    expect(plain.length).toBeLessThan(pieces.length / 2);
  });

  it('lets other work run between its pieces', async () => {
    await using bench = await openSynthesisBench();
    let turns = 0;
    const yieldToEventLoop = async (): Promise<void> => void turns++;
    const format = { container: 'pcm', sampleRateHz: 16_000 } as const;
    await bytesOf({ ...bench.ports, yieldToEventLoop }, { format });
    expect(turns).toBeGreaterThan(5);
  });

  it('is stretched in addition if that is asked for', async () => {
    await using bench = await openSynthesisBench();
    const ends: number[] = [];
    const onEnd = (seconds: number): void => void ends.push(seconds);
    const plain = await bytesOf(bench.ports, { onEnd });
    const faster = await bytesOf(bench.ports, { stretch: 2, onEnd });
    expect(faster.length / plain.length).toBeCloseTo(0.5, 2);
    expect(ends).toEqual([secondsOf(plain), secondsOf(faster)]);
    expect((await bytesOf(bench.ports, { stretch: 1 })).equals(plain)).toBe(true);
    const format = { container: 'pcm', sampleRateHz: 16_000 } as const;
    const resampled = await bytesOf(bench.ports, { stretch: 2, format });
    expect(secondsOf(resampled, 16_000)).toBeCloseTo(secondsOf(faster), 3);
  });

  it('is written out, unless the operator wants none of it', async () => {
    await using bench = await openSynthesisBench();
    for (const normalizeText of [undefined, true, false])
      await bytesOf({ ...bench.ports, normalizeText }, { text: 'It is $5.' });
    expect(bench.engine.calls.map(({ input }) => input.text)).toEqual([
      'It is five dollars.',
      'It is five dollars.',
      'It is $5.',
    ]);
  });

  it.each([
    ['a text', '%'],
    ['a text that grows', written('% %')],
  ] as const)('is refused for %s of which the voice speaks nothing', async (_, text) => {
    await using bench = await openSynthesisBench();
    await expect(bytesOf(bench.ports, { text })).rejects.toMatchObject({
      code: 'TEXT_NOT_SPEAKABLE',
      details: { field: 'text', voiceCode: VOICE.code },
    });
  });
});

describe('what is said of a text while it is spoken', () => {
  it('is where each segment begins', async () => {
    await using bench = await openSynthesisBench();
    const begun: [string, number][] = [];
    const readSeconds: number[] = [];
    let bytes = 0;
    const onSegment: SpeechOrder['onSegment'] = ({ text }, startSeconds) => {
      begun.push([text, startSeconds]);
      readSeconds.push(bytes / 2 / RATE_HZ);
    };
    for await (const piece of speak(bench.ports, { onSegment })) bytes += piece.length;
    expect(begun).toEqual([
      ['One first sentence.', 0],
      ['And a second one.', expect.closeTo(19 / 15, 1)],
    ]);
    expect(begun.map(([, seconds]) => seconds)).toEqual(readSeconds);
  });

  it('are the marks of a script, before their words and at the end', async () => {
    await using bench = await openSynthesisBench();
    const marks: [string, number][] = [];
    const onMark = (name: string, seconds: number): void => void marks.push([name, seconds]);
    const text = await scriptOf(
      bench,
      '<speak><mark name="a"/>One. <mark name="b"/><mark name="c"/>Two. <mark name="d"/></speak>',
    );
    const seconds = secondsOf(await bytesOf(bench.ports, { text, onMark }));
    const second = marks[1]?.[1] ?? 0;
    expect(second).toBeCloseTo(4 / 15, 1);
    expect(marks).toEqual([
      ['a', 0],
      ['b', second],
      ['c', second],
      ['d', seconds],
    ]);
    expect(secondsOf(await bytesOf(bench.ports, { text }))).toBe(seconds);
  });

  it.each([
    { name: 'a text', text: () => TEXT, charactersBefore: undefined },
    { name: 'a text after others', text: () => TEXT, charactersBefore: 100 },
    { name: 'a text that grows', text: () => written(TEXT), charactersBefore: 100 },
  ])('are the words of $name and their times', async ({ text, charactersBefore = 0 }) => {
    await using bench = await openSynthesisBench();
    const ports = { ...bench.ports, alignerFor: () => evenAligner() };
    const words: { text: string; start: number; startTime: number; endTime: number }[] = [];
    const onWords: SpeechOrder['onWords'] = (more) => void words.push(...more);
    const ends: number[] = [];
    const onEnd = (seconds: number): void => void ends.push(seconds, words.length);
    await bytesOf(ports, { text: text(), charactersBefore, onWords, onEnd });
    expect(words.map((word) => word.text).join(' ')).toBe(TEXT);
    expect(words.map(({ start }) => start)).toEqual(
      [...TEXT.matchAll(/\S+/g)].map(({ index }) => index + charactersBefore),
    );
    // All are known before the end is told.
    expect(ends[1]).toBe(words.length);
    expect(words.at(-1)?.endTime).toBeCloseTo(ends[0] ?? 0, 1);
    expect(words[3]?.startTime).toBeGreaterThanOrEqual(words[2]?.endTime ?? 0);
  });

  it('are the words of a script in its own text, of each voice, in stretched time', async () => {
    const low = fakeVoice({ ...VOICE, code: 'low', languageCode: 'en-GB', nativeRateHz: 16_000 });
    await using bench = await openSynthesisBench({ voices: [VOICE, low] });
    const languages: string[] = [];
    const alignerFor = (languageCode: string) => {
      languages.push(languageCode);
      return evenAligner();
    };
    const text = await scriptOf(bench, '<speak>One. <voice name="low">Two.</voice></speak>');
    const timesAt = async (stretch: number) => {
      const times: number[] = [];
      const onWords: SpeechOrder['onWords'] = (words) =>
        void times.push(...words.flatMap(({ startTime, endTime }) => [startTime, endTime]));
      await bytesOf({ ...bench.ports, alignerFor }, { text, onWords, stretch });
      return times;
    };
    const [plain, faster] = [await timesAt(1), await timesAt(2)];
    expect(plain).toHaveLength(4);
    expect(
      faster.map((time, index) => time - (plain[index] ?? 0) / 2).every((by) => Math.abs(by) < 0.05),
    ).toBe(true);
    expect(languages).toEqual(['en-US', 'en-GB', 'en-US', 'en-GB']);
  });

  it('are words as they are said, looked for while their app has its turn', async () => {
    await using bench = await openSynthesisBench();
    const asked: unknown[] = [];
    const aligner = evenAligner();
    const alignerFor = () => ({
      ...aligner,
      align(...[task, call]: Parameters<typeof aligner.align>) {
        asked.push([task.text, call?.lane, call?.turn]);
        return aligner.align(task, call);
      },
    });
    const ask = (normalizeText?: boolean) =>
      bytesOf(
        { ...bench.ports, alignerFor, normalizeText },
        { text: 'It is $5.', turn: 'app1', onWords: () => undefined },
      );
    for (const normalizeText of [undefined, true, false]) await ask(normalizeText);
    expect(asked).toEqual([
      ['It is five dollars.', 'next', 'app1'],
      ['It is five dollars.', 'next', 'app1'],
      ['It is $5.', 'next', 'app1'],
    ]);
  });

  it('are no words where nobody finds them', async () => {
    await using bench = await openSynthesisBench();
    const words: unknown[] = [];
    const bytes = await bytesOf(bench.ports, { onWords: (more) => void words.push(more) });
    expect([words, bytes.length > 0]).toEqual([[], true]);
  });
});

describe('what a synthesis holds', () => {
  const low = fakeVoice({ ...VOICE, code: 'low', nativeRateHz: 16_000 });
  /** Ports that count what is open. */
  function counting(bench: SynthesisBench) {
    const { codec, open: parts } = countedCodec(bench.ports.codec);
    let [held, holds] = [0, 0];
    const engineOf = () => ({
      ...bench.engine,
      hold() {
        [held, holds] = [held + 1, holds + 1];
        return () => void held--;
      },
    });
    const ports: Ports = { ...bench.ports, codec, engineOf };
    return { ports, open: () => ({ ...parts, engines: held }), holds: () => holds };
  }
  const NOTHING = { engines: 0, encoders: 0, resamplers: 0 };
  const SSML = '<speak>One. <voice name="low">Two.</voice></speak>';

  it('is released at its end', async () => {
    await using bench = await openSynthesisBench({ voices: [VOICE, low] });
    const { open, ports, holds } = counting(bench);
    const seen: unknown[] = [];
    for await (const _ of speak(ports, { text: await scriptOf(bench, SSML) })) seen.push(open());
    expect(seen[0]).toMatchObject({ engines: 2, encoders: 1 });
    expect([open(), holds()]).toEqual([NOTHING, 2]);
  });

  it('is released when its reader leaves', async () => {
    await using bench = await openSynthesisBench({ voices: [VOICE, low], script: { chunkSamples: 400 } });
    const { open, ports } = counting(bench);
    for await (const _ of speak(ports, { text: await scriptOf(bench, SSML) })) break;
    expect(open()).toEqual(NOTHING);
    const states = bench.engine.calls.map(({ state }) => state);
    expect(states).not.toContain('running');
  });

  it('is released when its engine fails', async () => {
    await using bench = await openSynthesisBench({ script: { failures: { 0: 'ENGINE_FAILED' } } });
    const { open, ports } = counting(bench);
    await expect(bytesOf(ports)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    expect(open()).toEqual(NOTHING);
  });

  it('is released when its reader leaves, even while the writer of a growing text waits', async () => {
    await using bench = await openSynthesisBench();
    let left = 0;
    const text = (async function* () {
      try {
        yield* written(TEXT);
        await new Promise(() => undefined);
      } finally {
        left += 1;
      }
    })();
    for await (const _ of speak(bench.ports, { text })) break;
    expect(left).toBe(0);
    // The writer is told, but not awaited.
    expect(bench.engine.calls.length).toBeGreaterThan(0);
  });

  it('works with engines that need not be held', async () => {
    await using bench = await openSynthesisBench({ voices: [VOICE, low] });
    const engineOf = () => fakeSynthesisEngine({ voices: [VOICE, low] });
    const text = await scriptOf(bench, SSML);
    expect((await bytesOf({ ...bench.ports, engineOf }, { text })).length).toBeGreaterThan(0);
  });

  it('fails as its encoder does', async () => {
    await using bench = await openSynthesisBench();
    const codec: Ports['codec'] = {
      ...bench.ports.codec,
      openEncoder: async () => {
        throw new TypeError('There is no encoder.');
      },
    };
    await expect(bytesOf({ ...bench.ports, codec })).rejects.toThrow('There is no encoder.');
  });
});
