import { setImmediate } from 'node:timers/promises';
import type { AudioCodec } from '@parlance/core/audio';
import type { SynthesisEngine, Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechSynthesizer } from '@parlance/core/synthesis';
import type { VoiceCatalogue } from '@parlance/core/voices';
import type { Engines } from './engines.ts';
import { alignerFor } from './word-times.ts';

export function createSpeechSynthesizer({
  engines,
  catalogue,
  codec,
  settings,
}: {
  readonly engines: Engines;
  readonly catalogue: VoiceCatalogue;
  readonly codec: AudioCodec;
  readonly settings: Pick<SpeechSettings, 'textNormalization'>;
}): SpeechSynthesizer {
  return {
    catalogue,
    engineOf: (voice) => engineOf(engines, voice),
    codec,
    yieldToEventLoop: () => setImmediate(),
    normalizeText: settings.textNormalization,
    alignerFor: (languageCode) => alignerFor(engines, languageCode),
  };
}

function engineOf(engines: Engines, voice: Voice): SynthesisEngine {
  const engine = engines.synthesis.find(({ id }) => id === voice.engine);
  if (engine !== undefined) return engine;
  throw new SpeechError('INTERNAL', `The engine of voice ${voice.code} does not exist.`, {
    voiceCode: voice.code,
  });
}
