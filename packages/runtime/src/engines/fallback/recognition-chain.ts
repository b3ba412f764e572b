import type { RecognitionEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { type ChainOptions, createChain } from './chain.ts';

/** Long enough that every model processes something. */
const PROBE_SECONDS = 0.5;

/**
 * Recognizes with the first healthy engine. Its capabilities are those that all engines share.
 *
 * @param engines id, model and languages are those of the first
 * @throws SpeechError `INVALID_CONFIG` if their sample rates differ
 */
export function chainRecognition(
  engines: readonly [RecognitionEngine, ...RecognitionEngine[]],
  options: ChainOptions,
): RecognitionEngine {
  const [{ id, model, capabilities }] = engines;
  const { sampleRateHz } = capabilities;
  const all = engines.map((engine) => engine.capabilities);
  if (all.some((other) => other.sampleRateHz !== sampleRateHz)) {
    const rates = all.map((other) => other.sampleRateHz).join(', ');
    throw new SpeechError(
      'INVALID_CONFIG',
      `${id}: recognizers of one chain need one rate; theirs are ${rates} Hz.`,
    );
  }
  const probe = (engine: RecognitionEngine) =>
    engine.recognize(new Float32Array(PROBE_SECONDS * sampleRateHz));
  const chain = createChain(engines, probe, options);
  return {
    id,
    model,
    capabilities: {
      ...capabilities,
      // A stream's state can't move to another engine.
      streaming: false,
      maxSegmentSamples: Math.min(...all.map(({ maxSegmentSamples }) => maxSegmentSamples)),
      logProbabilities: all.every(({ logProbabilities }) => logProbabilities),
      tokenTimes: all.every(({ tokenTimes }) => tokenTimes),
    },
    warm: () => chain.warm(),
    async recognize(samples, call) {
      let reason: unknown;
      for (const { engine, failed } of chain.order()) {
        try {
          // The buffer is transferred to the engine; the next one needs a copy.
          return await engine.recognize(samples.slice(), call);
        } catch (error) {
          if (!failed(error)) throw error;
          reason = error;
        }
      }
      throw reason;
    },
    keepLoaded: () => chain.keepLoaded(),
    unload: () => chain.unload(),
    residentBytes: () => chain.residentBytes(),
    problem: () => chain.problem(),
    close: () => chain.close(),
  };
}
