import type { LiveSynthesisInput } from '../../config/synthesis-input.ts';
import type { App } from '../../domain/apps/app.ts';
import type { ConcurrencySlots } from '../../domain/apps/concurrency-slots.ts';
import { creditsFor } from '../../domain/apps/credits.ts';
import { chooseFormat, contentTypeOf } from '../../domain/audio/choose-format.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import { countChars } from '../../domain/text/speakable.ts';
import type { VoiceCatalogue } from '../../domain/voices/voice-catalogue.ts';
import type { RandomSource } from '../../ports/random-source.ts';
import type { LiveSynthesis } from '../../ports/speech-service.ts';
import type { EngineCallOptions } from '../../ports/synthesis-engine.ts';
import type { LiveCredits } from './live-credits.ts';
import { type SynthesizeSpeechPorts, synthesizeSpeech } from './synthesize-speech.ts';

export interface SynthesizeLivePorts extends SynthesizeSpeechPorts {
  readonly catalogue: VoiceCatalogue;
  readonly slots: ConcurrencySlots;
  readonly credits: Pick<LiveCredits, 'open'>;
  readonly random: Pick<RandomSource, 'id'>;
  /** The codes of the voices of this mode. */
  readonly realtimeVoices: readonly string[];
  readonly latency: 'lowest' | 'natural';
}

/**
 * Speaks a short text at once; resolves when the first audio is there and paid for, so that whatever is wrong with the request
 * is told before an answer begins. What is charged is what was synthesized when the audio ends or its reader leaves.
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
  const characters = countChars(input.text);
  const { text, speed } = input;
  const giveBack = ports.slots.take(app.appId, app.ttsConcurrency);
  const account = ports.credits.open({
    requestId: ports.random.id(),
    app,
    voice,
    voiceCode: voice.code,
    characters,
    format,
    speed,
  });
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  let spokenCharacters = 0;
  const onSegment = (segment: { readonly text: string }): void => {
    spokenCharacters += countChars(segment.text);
  };
  const pieces = synthesizeSpeech(
    ports,
    { text, voice, format, speed, latency: ports.latency, streaming: true, onSegment },
    signal,
  );
  const end = async (outcome: {
    readonly isWhole?: boolean;
    readonly error?: SpeechError;
  }): Promise<void> => {
    stop.abort();
    giveBack();
    await pieces.return();
    await account.end({
      spokenCharacters: outcome.isWhole === true ? characters : spokenCharacters,
      error: outcome.error,
    });
  };
  // A caller who leaves before the first piece holds no slot either.
  options.signal?.addEventListener('abort', giveBack, { once: true });
  try {
    const [first] = await Promise.all([pieces.next(), account.covered]);
    // From here on nobody may ever read, and what was reserved must not wait for it.
    options.signal?.addEventListener('abort', () => void account.end({ spokenCharacters }), { once: true });
    return {
      voice,
      format,
      contentType: contentTypeOf(format),
      characters,
      credits: creditsFor(characters, voice.creditFactor),
      audio: withFirst(first, pieces, end),
    };
  } catch (cause) {
    await end({ error: SpeechError.from(cause) });
    throw cause;
  }
}

async function* withFirst(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
  end: (outcome: { readonly isWhole?: boolean; readonly error?: SpeechError }) => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let outcome: { readonly isWhole?: boolean; readonly error?: SpeechError } = {};
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
    outcome = { isWhole: true };
  } catch (cause) {
    const error = SpeechError.from(cause);
    // A caller who left is charged for what was synthesized, one whom we let down is not.
    outcome = error.code === 'ABORTED' ? {} : { error };
    throw cause;
  } finally {
    await end(outcome);
  }
}
