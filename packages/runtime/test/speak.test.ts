import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { RequestEnd } from '../src/index.ts';
import { speechWithFakes } from './speech-with-fakes.ts';

const SENTENCES =
  'This is the first sentence of three. Here the second one follows it. The third ends the text.';

/** The joined chunks of the streamed form, which have to be the PCM of the file form. */
async function piecesOf(audio: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(audio));
}

describe('speak', () => {
  it('returns the same samples streamed and as a file, and only the file has its length', async () => {
    const { speech } = await speechWithFakes();
    const streamed = await piecesOf(speech.speak(SENTENCES, { outputFormat: 'wav' }));
    const file = Buffer.from(await speech.speak(SENTENCES, { outputFormat: 'wav' }).file());
    expect(streamed.readUInt32LE(4)).toBe(0xff_ff_ff_ff);
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(streamed.subarray(44).equals(file.subarray(44))).toBe(true);
    await speech.close();
  });

  it('returns the first audio before the whole text is synthesized', async () => {
    const rest = deferred();
    const { speech, speaker } = await speechWithFakes({
      synthesis: {
        capabilities: { concurrency: 1 },
        script: { gate: (unit) => (unit === 0 ? undefined : rest.promise) },
      },
    });
    const pieces = speech.speak(SENTENCES)[Symbol.asyncIterator]();
    expect((await pieces.next()).value?.byteLength).toBeGreaterThan(44);
    expect(speaker.calls.every(({ state }) => state === 'done')).toBe(false);
    rest.resolve();
    while ((await pieces.next()).done !== true);
    expect(speaker.calls.every(({ state }) => state === 'done')).toBe(true);
    await speech.close();
  });

  it('leaves the engine to the first unit until its audio begins', async () => {
    const first = deferred();
    const { speech, speaker } = await speechWithFakes({
      synthesis: {
        capabilities: { concurrency: 2 },
        script: { gate: (unit) => (unit === 0 ? first.promise : undefined) },
      },
    });
    const pieces = speech.speak(SENTENCES)[Symbol.asyncIterator]();
    const piece = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(speaker.calls).toHaveLength(1);
    first.resolve();
    await piece;
    expect(speaker.calls.length).toBeGreaterThan(1);
    await pieces.return?.();
    await speech.close();
  });

  it('keeps the engine busy ahead of the reader, but only up to its concurrency', async () => {
    const { speech, speaker } = await speechWithFakes({ synthesis: { capabilities: { concurrency: 2 } } });
    const pieces = speech.speak(SENTENCES.repeat(20))[Symbol.asyncIterator]();
    await pieces.next();
    expect(speaker.calls.length).toBeGreaterThanOrEqual(2);
    expect(speaker.calls.length).toBeLessThanOrEqual(4);
    await pieces.return?.();
    await speech.close();
  });

  it('ends every unit when the reader leaves', async () => {
    const never = deferred();
    const { speech, speaker } = await speechWithFakes({
      synthesis: {
        capabilities: { concurrency: 2 },
        script: { gate: (unit) => (unit < 1 ? undefined : never.promise) },
      },
    });
    const ends: RequestEnd[] = [];
    speech.on('request-end', (end) => ends.push(end));
    for await (const _piece of speech.speak(SENTENCES)) break;
    expect(speaker.calls.map(({ state }) => state)).not.toContain('running');
    expect(ends.map(({ outcome }) => outcome)).toEqual(['aborted']);
    await speech.close();
  });

  it('ends units whose first audio waits unread when the reader leaves', async () => {
    const { speech, speaker } = await speechWithFakes({ synthesis: { capabilities: { concurrency: 2 } } });
    const pieces = speech.speak(SENTENCES)[Symbol.asyncIterator]();
    await pieces.next();
    // Until the units after the first one have audio as well.
    await new Promise((resolve) => setImmediate(resolve));
    expect(speaker.calls.length).toBeGreaterThan(1);
    await pieces.return?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(speaker.calls.map(({ state }) => state)).not.toContain('running');
    await speech.close();
  });

  it('rejects with ABORTED when its signal aborts in the middle', async () => {
    const never = deferred();
    const { speech } = await speechWithFakes({
      synthesis: { script: { gate: (unit) => (unit < 1 ? undefined : never.promise) } },
    });
    const stop = new AbortController();
    const reading = piecesOf(speech.speak(SENTENCES, { signal: stop.signal }));
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
    await speech.close();
  });

  it('passes on an engine’s failure and reports its code to listeners', async () => {
    const { speech } = await speechWithFakes({
      synthesis: { script: { failures: { 1: 'ENGINE_CRASHED' } } },
    });
    const ends: RequestEnd[] = [];
    speech.on('request-end', (end) => ends.push(end));
    await expect(speech.speak(SENTENCES).file()).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(ends).toMatchObject([{ outcome: 'failed', code: 'ENGINE_CRASHED' }]);
    await speech.close();
  });

  it.each(['…', '?!', '😀😀', '—', '\u200b'])(
    'refuses %j, which contains nothing that can be spoken',
    async (text) => {
      const { speech } = await speechWithFakes();
      await expect(speech.speak(text).file()).rejects.toMatchObject({ code: 'TEXT_NOT_SPEAKABLE' });
      await speech.close();
    },
  );

  it.each([
    [{ speed: 2 }, 'speed must be a number from 0.25 to 1.9; got 2.'],
    [{ voiceCode: 'nobody' }, 'voiceCode "nobody" does not exist.'],
    [{ sampleRate: 44_100 }, 'sampleRate 44100 is not supported by voice one; its rates are 8000, 16000.'],
    [
      { emphasisIntensity: 15 },
      'emphasisIntensity must be an integer from 0 to 100, a multiple of 10; got 15.',
    ],
    [
      { clientPause: { majorBreak: 11 } },
      'clientPause.majorBreak must be a number from 0.1 to 10 seconds; got 11.',
    ],
    [
      { outputFormat: 'mp3', sampleRate: 8000, bitrate: 128 },
      "bitrate 128 can't be carried by MP3 at 8000 Hz; the bitrates there are 8, 16, 32, 64.",
    ],
  ] as const)('throws at once for %j, with the field and the allowed values', async (options, message) => {
    const { speech } = await speechWithFakes();
    expect(() => speech.speak('Hello.', options)).toThrow(message);
    await speech.close();
  });

  it.each([8000, 11_025, 16_000])('has the requested sample rate and length: %d Hz', async (sampleRate) => {
    const { speech } = await speechWithFakes();
    if (sampleRate === 11_025) {
      expect(() => speech.speak('Hello.', { sampleRate })).toThrow('sampleRate must be one of');
    } else {
      const native = await speech.speak(SENTENCES, { outputFormat: 'pcm' }).file();
      const asked = await speech.speak(SENTENCES, { outputFormat: 'pcm', sampleRate }).file();
      expect(asked.byteLength / 2).toBe(Math.round((native.byteLength / 2) * (sampleRate / 16_000)));
    }
    await speech.close();
  });

  it('puts silence of exactly the requested length between clauses', async () => {
    const { speech } = await speechWithFakes();
    const pause = (seconds: number) =>
      speech
        .speak('One thing, another thing.', { outputFormat: 'pcm', clientPause: { mediumBreak: seconds } })
        .file();
    const [short, long] = await Promise.all([pause(0.5), pause(1.5)]);
    expect(long.byteLength - short.byteLength).toBe(16_000 * 2);
    await speech.close();
  });
});
