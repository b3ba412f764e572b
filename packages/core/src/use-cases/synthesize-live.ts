import type { LiveSynthesisInput } from '../config/synthesis-input.ts';
import type { App } from '../domain/apps/app.ts';
import type { ConcurrencySlots } from '../domain/apps/concurrency-slots.ts';
import { creditsFor } from '../domain/apps/credits.ts';
import { chooseFormat, contentTypeOf } from '../domain/audio/choose-format.ts';
import { SpeechError } from '../domain/errors/speech-error.ts';
import { countChars } from '../domain/text/speakable.ts';
import type { VoiceCatalogue } from '../domain/voices/voice-catalogue.ts';
import type { LiveSynthesis } from '../ports/speech-service.ts';
import type { EngineCallOptions } from '../ports/synthesis-engine.ts';
import { type SynthesizeSpeechPorts, synthesizeSpeech } from './synthesize-speech.ts';

export interface SynthesizeLivePorts extends SynthesizeSpeechPorts {
  readonly catalogue: VoiceCatalogue;
  readonly slots: ConcurrencySlots;
  /** The codes of the voices of this mode. */
  readonly realtimeVoices: readonly string[];
  readonly latency: 'lowest' | 'natural';
}

/**
 * Speaks a short text at once; resolves when the first audio is there, so that whatever is wrong with the request is told
 * before an answer begins.
 *
 * @throws SpeechError see {@link SpeechService.synthesizeLive}
 */
export async function synthesizeLive(
  ports: SynthesizeLivePorts,
  input: LiveSynthesisInput,
  app: App,
  options: EngineCallOptions = {},
): Promise<LiveSynthesis> {
  const voice = ports.catalogue.find(input.voiceCode, app.appId);
  if (!ports.realtimeVoices.includes(voice.code)) {
    throw new SpeechError(
      'INVALID_INPUT',
      `voiceCode ${voice.code} is not a voice of mode "sync"; its voices are ${ports.realtimeVoices.join(', ')}.`,
      { field: 'voiceCode' },
    );
  }
  const format = chooseFormat(input, voice);
  const giveBack = ports.slots.take(app.appId, app.ttsConcurrency);
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const pieces = synthesizeSpeech(
    ports,
    { text: input.text, voice, format, speed: input.speed, latency: ports.latency, streaming: true },
    signal,
  );
  const end = async (): Promise<void> => {
    stop.abort();
    giveBack();
    await pieces.return();
  };
  // A caller who leaves without reading a piece holds no slot either.
  options.signal?.addEventListener('abort', giveBack, { once: true });
  try {
    const first = await pieces.next();
    const characters = countChars(input.text);
    return {
      voice,
      format,
      contentType: contentTypeOf(format),
      characters,
      credits: creditsFor(characters, voice.creditFactor),
      audio: withFirst(first, pieces, end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function* withFirst(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
  end: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  } finally {
    await end();
  }
}
