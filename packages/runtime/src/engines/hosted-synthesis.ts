import type {
  EngineCallOptions,
  SynthesisCapabilities,
  SynthesisEngine,
  SynthesisUnit,
  Voice,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { compose, type SynthesisMiddleware, type Synthesize } from './engine-middleware.ts';
import { HostedEngine, type OnEngineLoad } from './hosted-engine.ts';
import { withCurrentListener } from './load-listener.ts';

/** A synthesis engine in a service. */
export class HostedSynthesis extends HostedEngine<SynthesisEngine> implements SynthesisEngine {
  readonly capabilities: SynthesisCapabilities;
  readonly voices: readonly Voice[];
  readonly synthesize: Synthesize;

  constructor(
    engine: SynthesisEngine,
    middleware: readonly SynthesisMiddleware[] = [],
    onLoad?: OnEngineLoad,
  ) {
    super(engine, onLoad);
    this.capabilities = engine.capabilities;
    this.voices = engine.voices;
    this.synthesize = compose(middleware, engine, (...call) => this.#synthesize(...call));
  }

  async *#synthesize(
    unit: SynthesisUnit,
    options?: EngineCallOptions,
  ): AsyncGenerator<Float32Array, void, undefined> {
    const end = this.begin();
    let isDone = false;
    try {
      for await (const chunk of this.engine.synthesize(unit, withCurrentListener(options))) {
        refuseNoAudio(this.id, chunk);
        yield chunk;
      }
      isDone = true;
    } finally {
      end(isDone);
    }
  }
}

/**
 * Without this check, a plugin's author would look for the fault in the text or in the host.
 *
 * @throws SpeechError `ENGINE_FAILED` if the chunk is not audio
 */
function refuseNoAudio(engine: string, chunk: unknown): void {
  const refusal = (given: string): SpeechError =>
    new SpeechError(
      'ENGINE_FAILED',
      `${engine} returned ${given}; audio is a Float32Array of samples in [-1, 1].`,
      { engine },
    );
  if (!(chunk instanceof Float32Array)) throw refusal(nameOf(chunk));
  // Encoders turn a single NaN into silence; a chunk of nothing else is a bug in the plugin.
  if (chunk.length > 0 && chunk.every((sample) => Number.isNaN(sample))) throw refusal('no numbers (NaN)');
}

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value === null ? 'null' : `a ${typeof value}`}`;
  return `an object of ${value.constructor?.name ?? 'no class'}`;
}
