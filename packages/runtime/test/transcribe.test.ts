import { PassThrough } from 'node:stream';
import { deferred, fakeTextAligner, tone } from '@parlance/testkit';
import { describe, expect, it, vi } from 'vitest';
import type { PcmPiece } from '../src/index.ts';
import { speechWithFakes } from './speech-with-fakes.ts';

const RATE_HZ = 16_000;

/** Tones of the given lengths in seconds, separated by silence. */
function speechLike(voicedSeconds: readonly number[], gapSeconds: number): Float32Array {
  const gap = new Float32Array(gapSeconds * RATE_HZ);
  const pieces = voicedSeconds.flatMap((seconds) => [
    gap,
    tone({ frequencyHz: 200, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ }),
  ]);
  return Float32Array.from([...pieces, gap].flatMap((piece) => [...piece]));
}

const talk = { samples: speechLike([1, 2], 1.5), sampleRateHz: RATE_HZ };

describe('transcribe with words', () => {
  const texts = ['Hello.', 'Goodbye.'];

  it('returns the times of each word in the recording', async () => {
    const { speech } = await speechWithFakes({
      recognition: { script: { texts } },
      alignment: fakeTextAligner(),
    });
    const { utterances } = await speech.transcribe(talk, { words: true });
    const words = utterances.flatMap((utterance) => utterance.words ?? []);
    expect(words.map(({ text }) => text)).toEqual(texts);
    for (const [index, [start, end]] of [
      [1.5, 2.5],
      [4, 6],
    ].entries()) {
      expect(words[index]?.startTime).toBeCloseTo(start ?? 0, 1);
      expect(words[index]?.endTime).toBeCloseTo(end ?? 0, 1);
    }
    await speech.close();
  });

  it('aligns nothing unless requested', async () => {
    const alignment = fakeTextAligner();
    const align = vi.spyOn(alignment, 'align');
    const { speech } = await speechWithFakes({ recognition: { script: { texts } }, alignment });
    const { utterances } = await speech.transcribe(talk);
    expect(utterances.map(({ words }) => words)).toEqual([undefined, undefined]);
    expect(align).not.toHaveBeenCalled();
    await speech.close();
  });

  it('leaves out the words of an utterance whose text does not match the audio', async () => {
    const alignment = fakeTextAligner({ capabilities: { maxSeconds: 2 } });
    const { speech } = await speechWithFakes({ recognition: { script: { texts } }, alignment });
    const { utterances } = await speech.transcribe(talk, { words: true });
    expect(utterances.map(({ words }) => words?.length)).toEqual([1, undefined]);
    await speech.close();
  });

  it('keeps the word timings of a recognizer that has them', async () => {
    const alignment = fakeTextAligner();
    const align = vi.spyOn(alignment, 'align');
    const tokens = [{ text: '\u2581Hello.', startSeconds: 0.4 }];
    const { speech } = await speechWithFakes({
      recognition: {
        script: { texts: [{ text: 'Hello.', tokens }, ''] },
        capabilities: { tokenTimes: true },
      },
      alignment,
    });
    const { utterances } = await speech.transcribe(talk, { words: true });
    expect(utterances[0]?.words).toHaveLength(1);
    expect(align).not.toHaveBeenCalled();
    await speech.close();
  });

  it.each<[string, Parameters<typeof speechWithFakes>[0], RegExp]>([
    ['there is no aligner', {}, /install @parlance\/plugin-espeak-ng/],
    [
      'no aligner knows the language',
      { alignment: fakeTextAligner({ capabilities: { languages: ['de'] } }) },
      /no plugin.* in en/iu,
    ],
    [
      'the language is not known',
      { alignment: fakeTextAligner(), recognition: { capabilities: { languages: ['*'] } } },
      /set language/,
    ],
  ])('says what is missing if %s', async (_name, fakes, message) => {
    const { speech } = await speechWithFakes(fakes);
    await expect(speech.transcribe(talk, { words: true })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message),
      details: { field: 'words' },
    });
    await speech.close();
  });
});

describe('transcribe', () => {
  it('returns the times of each utterance and joins their texts', async () => {
    const { speech } = await speechWithFakes({
      recognition: { script: { texts: ['first one', 'second one'] } },
    });
    const result = await speech.transcribe({ samples: speechLike([1, 2], 1.5), sampleRateHz: RATE_HZ });
    expect(result.transcript).toBe('first one second one');
    expect(result.utterances.map(({ text }) => text)).toEqual(['first one', 'second one']);
    const [first, second] = result.utterances;
    expect(first?.startTime).toBeCloseTo(1.5, 1);
    expect(first?.endTime).toBeCloseTo(2.5, 1);
    expect(second?.startTime).toBeCloseTo(4, 1);
    expect(second?.endTime).toBeCloseTo(6, 1);
    expect(result.durationSeconds).toBe(7.5);
    await speech.close();
  });

  it('keeps the order of speech if a later utterance is decoded first', async () => {
    const slow = deferred();
    const { speech } = await speechWithFakes({
      recognition: {
        script: { texts: ['slow', 'quick'], gate: (segment) => (segment === 0 ? slow.promise : undefined) },
      },
    });
    const result = speech.transcribe({ samples: speechLike([1, 1], 1.5), sampleRateHz: RATE_HZ });
    setImmediate(() => slow.resolve());
    expect((await result).transcript).toBe('slow quick');
    await speech.close();
  });

  it('finds nothing in silence and does not call the recognizer', async () => {
    const { speech, recognizer } = await speechWithFakes();
    const result = await speech.transcribe({ samples: new Float32Array(3 * RATE_HZ), sampleRateHz: RATE_HZ });
    expect(result).toMatchObject({ transcript: '', utterances: [], durationSeconds: 3 });
    expect(recognizer.calls).toHaveLength(0);
    await speech.close();
  });

  it('closes the detector’s stream in any case', async () => {
    const { speech, detector } = await speechWithFakes({
      recognition: { script: { failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' } } },
    });
    const source = { samples: speechLike([1], 1), sampleRateHz: RATE_HZ };
    await expect(speech.transcribe(source)).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(detector.openStreams).toBe(0);
    await speech.close();
  });

  it('stops with ABORTED when its signal aborts', async () => {
    const never = deferred();
    const { speech, detector } = await speechWithFakes({
      recognition: { script: { gate: () => never.promise } },
    });
    const stop = new AbortController();
    const result = speech.transcribe(
      { samples: speechLike([1], 1), sampleRateHz: RATE_HZ },
      { signal: stop.signal },
    );
    setImmediate(() => stop.abort());
    await expect(result).rejects.toMatchObject({ code: 'ABORTED' });
    expect(detector.openStreams).toBe(0);
    await speech.close();
  });

  it('refuses a language that no recognizer supports, and lists the supported ones', async () => {
    const { speech } = await speechWithFakes();
    await expect(
      speech.transcribe({ samples: speechLike([1], 1), sampleRateHz: RATE_HZ }, { language: 'fr-FR' }),
    ).rejects.toThrow('language fr-FR is not recognized here; the languages are en.');
    await speech.close();
  });
});

describe('listen', () => {
  async function* chunksOf(samples: Float32Array, length: number) {
    for (let start = 0; start < samples.length; start += length) yield samples.slice(start, start + length);
  }

  it('reports interims of the open utterance and a final at its end', async () => {
    const { speech } = await speechWithFakes({
      recognition: { script: { texts: ['so', 'so far', 'so far so good'] } },
    });
    const samples = speechLike([2], 1.5);
    const events = await Array.fromAsync(
      speech.listen(chunksOf(samples, 1600), { sampleRateHz: RATE_HZ, interimResults: true }),
    );
    expect(events.filter(({ type }) => type === 'transcript-partial').length).toBeGreaterThanOrEqual(2);
    expect(events.at(-1)).toMatchObject({ type: 'transcript-final', text: 'so far so good' });
    await speech.close();
  });

  it('returns the words of finals, with times from the first sample, on request', async () => {
    const alignment = fakeTextAligner();
    const align = vi.spyOn(alignment, 'align');
    const { speech } = await speechWithFakes({
      recognition: { script: { texts: ['Hello.', 'Goodbye.', 'Hello.', 'Goodbye.'] } },
      alignment,
    });
    const hear = (words?: boolean) =>
      Array.fromAsync(speech.listen(chunksOf(talk.samples, 1600), { sampleRateHz: RATE_HZ, words }));
    const finals = await hear(true);
    const words = finals.flatMap((event) => (event.type === 'transcript-final' ? (event.words ?? []) : []));
    expect(words).toMatchObject([{ text: 'Hello.' }, { text: 'Goodbye.' }]);
    expect(words[0]?.startTime).toBeCloseTo(1.5, 1);
    expect(words[1]?.startTime).toBeCloseTo(4, 1);
    expect(words[1]?.endTime).toBeCloseTo(6, 1);
    expect(align).toHaveBeenCalledTimes(2);
    expect((await hear()).map((event) => 'words' in event)).toEqual([false, false]);
    expect(align).toHaveBeenCalledTimes(2);
    const bare = await speechWithFakes();
    const refused = bare.speech.listen(chunksOf(talk.samples, 1600), { sampleRateHz: RATE_HZ, words: true });
    await expect(refused.next()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'words' },
    });
    await Promise.all([speech.close(), bare.speech.close()]);
  });

  it('recognizes the same in bytes, 16-bit samples and floats, and refuses other numbers by name', async () => {
    const samples = speechLike([1], 1.5);
    const words = Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
    const bytes = new Uint8Array(words.buffer);
    const segments: Float32Array[] = [];
    const { speech } = await speechWithFakes({
      recognition: {
        script: {
          hear: (segment) => {
            segments.push(segment);
            return 'hello';
          },
        },
      },
    });
    const hear = (piece: PcmPiece) =>
      Array.fromAsync(speech.listen(ReadableStream.from([piece]), { sampleRateHz: RATE_HZ }));
    const heard = [await hear(samples), await hear(words), await hear(bytes)];
    expect(heard.map((events) => events.map(({ type }) => type))).toEqual(
      Array.from({ length: 3 }, () => ['transcript-final']),
    );
    const [fractions, ofWords, ofBytes] = segments;
    expect(ofWords).toEqual(ofBytes);
    const difference = fractions?.map((sample, at) => Math.abs(sample - (ofWords?.[at] ?? 0))) ?? [1];
    expect(Math.max(...difference)).toBeLessThan(1 / 10_000);
    await expect(hear([0, 1] as unknown as PcmPiece)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'audio' },
    });
    await speech.close();
  });

  it('delivers a final while the source is silent but open', async () => {
    const { speech } = await speechWithFakes();
    const open = deferred();
    async function* source() {
      yield speechLike([1], 1.5);
      await open.promise;
    }
    const events = speech.listen(source(), { sampleRateHz: RATE_HZ });
    expect((await events.next()).value).toMatchObject({ type: 'transcript-final', text: 'hello' });
    open.resolve();
    expect((await events.next()).done).toBe(true);
    await speech.close();
  });

  describe.each(['leaves', 'aborts'] as const)(
    'releases a source without further data when its reader %s',
    (how) => {
      /** Reads until the first utterance, and no further. */
      async function hearOne(source: AsyncIterable<Uint8Array | Float32Array>): Promise<void> {
        const { speech } = await speechWithFakes();
        const stop = new AbortController();
        const events = speech.listen(source, { sampleRateHz: RATE_HZ, signal: stop.signal });
        expect((await events.next()).value).toMatchObject({ type: 'transcript-final' });
        if (how === 'leaves') await events.return();
        else {
          const next = events.next();
          stop.abort();
          await expect(next).rejects.toMatchObject({ code: 'ABORTED' });
        }
        await speech.close();
      }

      it('that is a stream', async () => {
        const stream = new PassThrough();
        const samples = speechLike([1], 1.5);
        stream.write(Buffer.from(Int16Array.from(samples, (sample) => sample * 32_767).buffer));
        await hearOne(stream);
        expect(stream.destroyed).toBe(true);
      });

      it('that is an iterable', async () => {
        let returns = 0;
        let isFirst = true;
        await hearOne({
          [Symbol.asyncIterator]: () => ({
            async next() {
              if (!isFirst) await new Promise(() => undefined);
              isFirst = false;
              return { done: false, value: speechLike([1], 1.5) };
            },
            async return() {
              returns++;
              return { done: true, value: undefined };
            },
          }),
        });
        expect(returns).toBe(1);
      });
    },
  );

  it('accepts bytes, cut anywhere, at another sample rate', async () => {
    const { speech } = await speechWithFakes();
    const samples = tone({ frequencyHz: 200, sampleRateHz: 8000, lengthSamples: 8000 });
    const bytes = new Uint8Array(Int16Array.from(samples, (sample) => sample * 32_767).buffer);
    async function* source() {
      for (let start = 0; start < bytes.length; start += 333) yield bytes.slice(start, start + 333);
    }
    const events = await Array.fromAsync(speech.listen(source(), { sampleRateHz: 8000 }));
    expect(events).toMatchObject([{ type: 'transcript-final', text: 'hello' }]);
    await speech.close();
  });
});
