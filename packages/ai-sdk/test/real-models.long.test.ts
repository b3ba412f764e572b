import { wordErrorRate } from '@parlance/testkit';
import { generateSpeech, experimental_streamTranscribe as streamTranscribe, transcribe } from 'ai';
import { describe, expect, it } from 'vitest';
import { hasModels } from '../../../test/service/real-speech.ts';
import { serveProvider } from './serve-provider.ts';

const TEXT = 'Turn on the lights in the kitchen. Then close the window.';
/** With a neural voice and a small recognizer, a word or two of eleven may be wrong. */
const MAX_WORD_ERROR_RATE = 0.2;
const RATE_HZ = 16_000;
const CHUNK_MS = 100;
const CHUNK_BYTES = (RATE_HZ * 2 * CHUNK_MS) / 1000;

const errorRate = (heard: string): number => {
  const { errors, words } = wordErrorRate(TEXT, heard);
  return errors / words;
};

/** Audio at the pace of speech, as from a microphone. */
function paced(pcm: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, CHUNK_MS));
      controller.enqueue(pcm.slice(at, at + CHUNK_BYTES));
      at += CHUNK_BYTES;
      if (at >= pcm.length) controller.close();
    },
  });
}

describe.runIf(hasModels)('the AI SDK on the default models', () => {
  it('synthesizes, transcribes a recording and transcribes live audio', async () => {
    await using served = await serveProvider({ engines: {} });
    const { audio } = await generateSpeech({ model: served.provider.speech(), text: TEXT, voice: 'joe' });
    const model = served.provider.transcription();
    const heard = await transcribe({ model, audio: audio.uint8Array });
    expect(errorRate(heard.text)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);

    const pcm = await served.speech
      .speak(TEXT, { voiceCode: 'joe', outputFormat: 'pcm', sampleRate: RATE_HZ })
      .file();
    const live = streamTranscribe({
      model,
      audio: paced(pcm),
      inputAudioFormat: { type: 'audio/pcm', rate: RATE_HZ },
    });
    const parts = await Array.fromAsync(live.fullStream);
    expect(parts.some(({ type }) => type === 'transcript-partial')).toBe(true);
    expect(errorRate(await live.text)).toBeLessThanOrEqual(MAX_WORD_ERROR_RATE);
  });
});
