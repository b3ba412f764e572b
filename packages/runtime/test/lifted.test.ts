import { setImmediate } from 'node:timers/promises';
import { deferred } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

const RATE_HZ = 16_000;
const loud = () => new Float32Array(RATE_HZ).fill(0.3);

it('returns audio of an engine of whole sentences before its last sentence is synthesized', async () => {
  const gate = deferred();
  const { speech, speaker } = await speechWithFakes({
    synthesis: { script: { gate: (unitIndex) => (unitIndex === 0 ? undefined : gate.promise) } },
  });
  expect(speaker.capabilities.streaming).toBe(false);
  const pieces = speech.speak('The first sentence. The second sentence.')[Symbol.asyncIterator]();
  let heardBytes = 0;
  // A WAV header alone is not audio.
  while (heardBytes <= 44) heardBytes += (await pieces.next()).value?.byteLength ?? 0;
  gate.resolve();
  await pieces.return?.();
  await speech.close();
});

it('recognizes live with an engine of whole segments, before the audio ends', async () => {
  const { speech, recognizer } = await speechWithFakes({ recognition: { script: { texts: ['hello'] } } });
  expect(recognizer.capabilities.streaming).toBe(false);
  const rest = deferred();
  const microphone = (async function* () {
    yield loud();
    yield new Float32Array(2 * RATE_HZ);
    await rest.promise;
  })();
  for await (const event of speech.listen(microphone, { sampleRateHz: RATE_HZ })) {
    expect(event).toMatchObject({ type: 'transcript-final', text: 'hello' });
    rest.resolve();
  }
  await speech.close();
});

it('ends listening at an abort, even if more results were found already', async () => {
  const { speech, recognizer } = await speechWithFakes({
    recognition: { script: { texts: ['one', 'two', 'three'] } },
  });
  const recording = (async function* () {
    for (let utterance = 0; utterance < 3; utterance++) {
      yield loud();
      yield new Float32Array(2 * RATE_HZ);
    }
  })();
  const leaving = new AbortController();
  const heard: string[] = [];
  const listen = async (): Promise<void> => {
    for await (const event of speech.listen(recording, { sampleRateHz: RATE_HZ, signal: leaving.signal })) {
      heard.push(event.text);
      const states = () => recognizer.calls.map(({ state }) => state);
      await expect.poll(() => states()).toEqual(['done', 'done', 'done']);
      await setImmediate();
      leaving.abort();
    }
  };
  const ends: string[] = [];
  speech.on('request-end', ({ outcome }) => void ends.push(outcome));
  await expect(listen()).rejects.toMatchObject({ code: 'ABORTED' });
  expect(heard).toEqual(['one']);
  expect(ends).toEqual(['aborted']);
  await speech.close();
});
