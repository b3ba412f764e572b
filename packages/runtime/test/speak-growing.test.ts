import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

const SENTENCES =
  'This is the first sentence of three. Here the second one follows it. The third ends the text.';

/** Records each piece that was pulled, and whether the reader left. */
function writer(pieces: readonly string[], waits: Readonly<Record<number, Promise<void>>> = {}) {
  const state = { asked: 0, isLeft: false };
  async function* write(): AsyncGenerator<string> {
    try {
      for (const [index, piece] of pieces.entries()) {
        state.asked++;
        await waits[index];
        yield piece;
      }
    } finally {
      state.isLeft = true;
    }
  }
  return { state, text: write() };
}

describe('speaking a text while it is being written', () => {
  it.each([1, 3, 7, 1000])('returns the same audio in pieces of %d characters', async (size) => {
    const { speech } = await speechWithFakes();
    const pieces = SENTENCES.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
    const spoken = speech.speak(writer(pieces).text, { outputFormat: 'pcm' });
    const file = Buffer.from(await spoken.file());
    expect(file.equals(Buffer.from(await speech.speak(SENTENCES, { outputFormat: 'pcm' }).file()))).toBe(
      true,
    );
    expect(spoken.characters).toBe(SENTENCES.length);
    await speech.close();
  });

  it('returns the first sentence before the second one is written', async () => {
    const rest = deferred();
    const { speech, speaker } = await speechWithFakes();
    const { text } = writer(['This is the first sentence of three. Here the ', 'second one follows it.'], {
      1: rest.promise,
    });
    const audio = speech.speak(text)[Symbol.asyncIterator]();
    expect((await audio.next()).value?.byteLength).toBeGreaterThan(44);
    const said = () => speaker.calls.map(({ input }) => input.text).join(' ');
    expect(said()).toBe('This is the first sentence of three.');
    rest.resolve();
    while ((await audio.next()).done !== true);
    expect(said()).toBe('This is the first sentence of three. Here the second one follows it.');
    await speech.close();
  });

  it('pulls no more text than the engine needs while nobody reads', async () => {
    const { speech } = await speechWithFakes({ synthesis: { capabilities: { concurrency: 2 } } });
    const { state, text } = writer(
      Array.from({ length: 200 }, (_, index) => `This is sentence number ${index} of many. `),
    );
    const audio = speech.speak(text)[Symbol.asyncIterator]();
    await audio.next();
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(state.asked).toBeLessThan(12);
    await audio.return?.();
    await speech.close();
  });

  it('ends sentences whose first audio waits unread when the reader leaves', async () => {
    const { speech, speaker } = await speechWithFakes({ synthesis: { capabilities: { concurrency: 2 } } });
    const audio = speech.speak(writer([`${SENTENCES} `, 'And so on.']).text)[Symbol.asyncIterator]();
    await audio.next();
    // Until the sentences after the first one have audio as well.
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(speaker.calls.length).toBeGreaterThan(1);
    await audio.return?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(speaker.calls.map(({ state }) => state)).not.toContain('running');
    await speech.close();
  });

  it('tells the writer that the reader left, even while it waits for the writer', async () => {
    const never = deferred();
    const { speech, speaker } = await speechWithFakes();
    let isTold = false;
    const thinking: AsyncIterable<string> = {
      [Symbol.asyncIterator]() {
        let index = 0;
        return {
          next: () =>
            index++ === 0
              ? Promise.resolve({ done: false, value: 'This is the first sentence. And so ' })
              : never.promise.then(() => ({ done: true as const, value: undefined })),
          async return() {
            isTold = true;
            return { done: true, value: undefined };
          },
        };
      },
    };
    for await (const _piece of speech.speak(thinking)) break;
    expect(isTold).toBe(true);
    expect(speaker.calls.map(({ state }) => state)).not.toContain('running');
    await speech.close();
  });

  it('rejects with ABORTED while it waits for text', async () => {
    const never = deferred();
    const { speech } = await speechWithFakes();
    const stop = new AbortController();
    const { text } = writer(['This is the first sentence. And ', 'more.'], { 1: never.promise });
    const reading = Array.fromAsync(speech.speak(text, { signal: stop.signal }));
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
    await speech.close();
  });

  it('speaks the sentences before the writer failed, then passes on its error', async () => {
    const { speech, speaker } = await speechWithFakes();
    async function* failing(): AsyncGenerator<string> {
      yield 'This is the first sentence. And now ';
      throw new TypeError('the model is gone');
    }
    await expect(Array.fromAsync(speech.speak(failing()))).rejects.toMatchObject({
      code: 'INTERNAL',
      cause: { message: 'the model is gone' },
    });
    expect(speaker.calls.map(({ input }) => input.text)).toEqual(['This is the first sentence.']);
    await speech.close();
  });

  it('refuses a text without words, one that is too long, and wrong options at once', async () => {
    const { speech } = await speechWithFakes();
    await expect(speech.speak(writer(['…', ' ']).text).file()).rejects.toMatchObject({
      code: 'TEXT_NOT_SPEAKABLE',
    });
    const endless = writer(['word '.repeat(20_001)]);
    await expect(speech.speak(endless.text).file()).rejects.toMatchObject({ code: 'TEXT_TOO_LONG' });
    expect(() => speech.speak(writer(['a']).text, { speed: 9 })).toThrow('speed must be');
    await speech.close();
  });

  it('counts a character once that is cut in two', async () => {
    const { speech } = await speechWithFakes();
    const spoken = speech.speak(writer([' Hello \ud83d', '\ude00 there. ']).text);
    await spoken.file();
    expect(spoken.characters).toBe('Hello 😀 there.'.length - 1);
    await speech.close();
  });
});
