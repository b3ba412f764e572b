import type { Voice } from '../domain/voices/voice.ts';

/** What an engine can do. It never claims what it fakes. */
export interface SynthesisCapabilities {
  /** Whether audio of one unit comes in several chunks while it is still being made. */
  readonly streaming: boolean;
  /** The longest text of one unit that the engine takes, in code points. */
  readonly maxUnitChars: number;
  /** How many units it works on at once; more wait in its queue. */
  readonly concurrency: number;
}

/** One text segment: the smallest piece of synthesis that is scheduled, started or aborted. */
export interface SynthesisUnit {
  /** One segment, trimmed, with at least one letter, digit or symbol that can be spoken. */
  readonly text: string;
  /** A `code` of {@link SynthesisEngine.voices}. */
  readonly voiceCode: string;
  /** 0.25 to 1.9. The audio's length is that at speed 1 divided by this, within 10 %. */
  readonly speed: number;
  /** 0 to 100, multiples of 10. Given to voices that declare `supportsEmphasis` only. */
  readonly emphasisIntensity?: number;
}

/** `live`: somebody waits for the answer. `batch`: it goes to a worker when no live unit wants it. */
export type Lane = 'live' | 'batch';

export interface EngineCallOptions {
  /** Aborts the unit: a queued one at once, a running one by its end. */
  readonly signal?: AbortSignal;
  /** Default `live`. An engine that keeps no queue of its own need not know it. */
  readonly lane?: Lane;
}

/**
 * Turns text into speech. Implemented by plugins.
 */
export interface SynthesisEngine {
  readonly id: string;
  readonly capabilities: SynthesisCapabilities;
  readonly voices: readonly Voice[];
  /** Loads what the first unit would otherwise wait for. Safe to call twice. */
  warm(): Promise<void>;
  /**
   * Speaks one unit.
   *
   * @returns mono chunks in [-1, 1] at the voice's native rate; the consumer owns each buffer. A unit with nothing
   * that the voice can speak gives no samples at all.
   * @throws SpeechError `ABORTED`, `ENGINE_FAILED`, `ENGINE_CRASHED`, `ENGINE_TIMEOUT`, `ENGINE_UNAVAILABLE`
   */
  synthesize(unit: SynthesisUnit, options?: EngineCallOptions): AsyncIterable<Float32Array>;
  /** Ends workers and frees models. Units in progress reject with `SHUTTING_DOWN`. Safe to call twice. */
  close(): Promise<void>;
}
