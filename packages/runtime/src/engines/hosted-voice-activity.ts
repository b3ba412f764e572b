import type { EngineCallOptions, VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { HostedEngine, type OnEngineLoad } from './hosted-engine.ts';

/** A voice activity detector in a service. */
export class HostedVoiceActivity
  extends HostedEngine<VoiceActivityDetector>
  implements VoiceActivityDetector
{
  readonly sampleRateHz: number;
  readonly frameSamples: number;

  constructor(engine: VoiceActivityDetector, onLoad?: OnEngineLoad) {
    super(engine, onLoad);
    this.sampleRateHz = engine.sampleRateHz;
    this.frameSamples = engine.frameSamples;
  }

  open(options?: EngineCallOptions): Promise<VoiceActivityStream> {
    return this.opening(async (end) => {
      const stream = await this.engine.open(options);
      return {
        detect: (samples) => stream.detect(samples),
        reset: () => stream.reset(),
        close: () => stream.close().finally(() => end(true)),
      };
    });
  }
}
