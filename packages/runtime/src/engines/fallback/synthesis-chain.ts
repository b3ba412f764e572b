import { createAudioCodec } from '@parlance/audio';
import type { AudioCodec } from '@parlance/core/audio';
import {
  type EngineCallOptions,
  type SynthesisEngine,
  type SynthesisUnit,
  splitSounds,
  type Voice,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { type ChainOptions, createChain } from './chain.ts';

/** Can be spoken in every language. */
const PROBE_TEXT = '1';

/**
 * Synthesizes with the first healthy engine. Another engine uses its voice with the same code, else one of the same language and
 * gender, else one of the same language. A unit whose audio has begun is not restarted with another engine.
 *
 * @param engines id, model and voices are those of the first
 */
export function chainSynthesis(
  engines: readonly [SynthesisEngine, ...SynthesisEngine[]],
  options: ChainOptions,
): SynthesisEngine {
  const [{ id, model, capabilities, voices }] = engines;
  const codec = createAudioCodec();
  const chain = createChain(engines, probe, options);

  async function* synthesize(unit: SynthesisUnit, call?: EngineCallOptions) {
    const voice = voices.find(({ code }) => code === unit.voiceCode);
    if (voice === undefined)
      throw new SpeechError('VOICE_NOT_FOUND', `${id} has no such voice.`, { voiceCode: unit.voiceCode });
    let reason: unknown;
    for (const { engine, failed } of chain.order()) {
      const stand = nearestVoice(engine.voices, voice);
      if (stand === undefined) continue;
      let hasBegun = false;
      try {
        const chunks = engine.synthesize(asSpokenBy(stand, unit), call);
        for await (const chunk of atRate(chunks, stand.nativeRateHz, { toHz: voice.nativeRateHz, codec })) {
          hasBegun = true;
          yield chunk;
        }
        return;
      } catch (error) {
        if (!failed(error) || hasBegun) throw error;
        reason = error;
      }
    }
    throw reason;
  }

  return {
    id,
    model,
    voices,
    capabilities: {
      ...capabilities,
      maxUnitChars: Math.min(...engines.map((engine) => engine.capabilities.maxUnitChars)),
      // Any of them may get a unit, so all must be able to do this.
      streaming: engines.every((engine) => engine.capabilities.streaming),
      normalizesText: engines.every((engine) => engine.capabilities.normalizesText === true),
    },
    warm: () => chain.warm(),
    synthesize,
    keepLoaded: () => chain.keepLoaded(),
    unload: () => chain.unload(),
    residentBytes: () => chain.residentBytes(),
    problem: () => chain.problem(),
    close: () => chain.close(),
  };
}

/** @returns the voice of `voices` that replaces `voice`; `undefined` if none has its language */
export function nearestVoice(voices: readonly Voice[], voice: Voice): Voice | undefined {
  const sameLanguage = voices.filter(({ languageCode }) => languageCode === voice.languageCode);
  return (
    sameLanguage.find(({ code }) => code === voice.code) ??
    sameLanguage.find(({ gender }) => gender === voice.gender) ??
    sameLanguage[0]
  );
}

/** Removes pronunciations that the voice can't say. */
function asSpokenBy(voice: Voice, { pronunciations = [], ...unit }: SynthesisUnit): SynthesisUnit {
  const known = pronunciations.filter(({ ipa }) => 'spoken' in splitSounds(ipa, voice.sounds ?? []));
  return { ...unit, voiceCode: voice.code, ...(known.length > 0 ? { pronunciations: known } : {}) };
}

async function probe(engine: SynthesisEngine): Promise<void> {
  const voice = engine.voices[0];
  if (voice === undefined) return;
  const unit = { text: PROBE_TEXT, voiceCode: voice.code, speed: 1 };
  for await (const _chunk of engine.synthesize(unit, { lane: 'batch' }));
}

/** Resamples to the sample rate of the requested voice. */
async function* atRate(
  chunks: AsyncIterable<Float32Array>,
  fromHz: number,
  { toHz, codec }: { readonly toHz: number; readonly codec: AudioCodec },
): AsyncGenerator<Float32Array, void, undefined> {
  if (fromHz === toHz) {
    yield* chunks;
    return;
  }
  const resampler = await codec.openResampler(fromHz, toHz);
  try {
    for await (const chunk of chunks) {
      const samples = resampler.resample(chunk);
      if (samples.length > 0) yield samples;
    }
    const rest = resampler.finish();
    if (rest.length > 0) yield rest;
  } finally {
    resampler.dispose();
  }
}
