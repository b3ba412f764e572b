import type { UnitPlace } from '../scheduling/unit-queue.ts';
import type { Pronunciation } from './pronunciation.ts';
import type { UnitManner } from './unit-manner.ts';
import type { Voice } from './voice.ts';

/** What an engine can do by itself; it must not declare what it only imitates. */
export interface SynthesisCapabilities {
  /** Whether audio of one unit comes in several chunks while it is still being synthesized. */
  readonly streaming: boolean;
  /** The longest text of one unit that the engine accepts, in code points. */
  readonly maxUnitChars: number;
  /** How many units it works on at once; more wait in its queue. */
  readonly concurrency: number;
  /**
   * Whether the engine itself reads amounts, dates, units, abbreviations and the like as people do, and better than `readAloud`: it
   * then gets text as it is written. Absent: no.
   */
  readonly normalizesText?: boolean;
}

/** One text segment: the smallest unit of synthesis that is scheduled, started or aborted. */
export interface SynthesisUnit extends UnitManner {
  /** One segment, trimmed, with at least one letter, digit or symbol that can be spoken. */
  readonly text: string;
  /** A `code` of {@link SynthesisEngine.voices}. */
  readonly voiceCode: string;
  /** In order, without overlap; only for voices that declare {@link Voice.sounds}. Absent: everything is pronounced as it is written. */
  readonly pronunciations?: readonly Pronunciation[];
}

/**
 * How one unit is to be processed. Only engines with a queue use the members about its place in the queue. A unit that was replaced by a
 * newer one, because of `latestOf`, rejects with `ABORTED`.
 */
export interface EngineCallOptions extends Partial<UnitPlace> {
  /** Aborts the unit: a queued one at once, a running one at the latest when it ends. */
  readonly signal?: AbortSignal;
  /** How urgent the unit is. Default `first`. */
  readonly lane?: UnitPlace['lane'];
  /**
   * The engine calls this when a worker takes the unit, and again if the unit has to be restarted. An engine with a queue calls both this and
   * {@link EngineCallOptions.onEnd}, or neither; then units are assumed to get workers in the order in which they arrived.
   */
  readonly onStart?: () => void;
  /** The engine calls this when the unit's worker is free again, even before the unit's audio has been read or after its caller has left. */
  readonly onEnd?: () => void;
  /**
   * The engine calls this before `onStart` with the milliseconds that the unit waited for the model to load in one of the workers, if the engine was
   * `loaded` when the unit arrived. For other units the host measures the wait by {@link SynthesisEngine.loadState}.
   */
  readonly onLoad?: ((durationMs: number) => void) | undefined;
  /** Whether cached audio of the same unit may be used. Only the host's cache reads this, not engines. Default true. */
  readonly reuse?: boolean | undefined;
}

/** Whether the engine's model is loaded; `loading-more`: in some of its workers, while others are still loading. */
export type LoadState = 'unloaded' | 'loading' | 'loading-more' | 'loaded';

/**
 * Turns text into speech. Implemented by plugins.
 */
export interface SynthesisEngine {
  readonly id: string;
  /** Id of the model that it runs, in the store's catalogue. Absent: it needs no model of the store. */
  readonly model?: string | undefined;
  readonly capabilities: SynthesisCapabilities;
  readonly voices: readonly Voice[];
  /** Loads in advance what the first unit needs. Safe to call twice. */
  warm(): Promise<void>;
  /**
   * Synthesizes one unit.
   *
   * @returns mono chunks in [-1, 1] at the voice's native rate, none of them empty; the consumer owns each buffer. A unit with nothing
   * that the voice can speak yields no samples at all.
   * @throws SpeechError `VOICE_NOT_FOUND`, `TEXT_TOO_LONG` for more than `maxUnitChars`, `ABORTED`, `ENGINE_FAILED`, `ENGINE_CRASHED`,
   * `ENGINE_TIMEOUT`, `ENGINE_UNAVAILABLE`, `SHUTTING_DOWN` after `close`
   */
  synthesize(unit: SynthesisUnit, options?: EngineCallOptions): AsyncIterable<Float32Array>;
  /**
   * Callers of more than one unit call this first: an engine that is removed from a running service closes only after every hold was released.
   * The host implements it, not plugins.
   *
   * @returns releases the hold
   */
  hold?(): () => void;
  /** Cheap to read. Absent: the host can't measure how long calls wait for it to load. */
  readonly loadState?: LoadState;
  /**
   * Keeps the engine loaded from its next load on, so that it does not release its memory when idle; the host calls it for the engines of its
   * defaults. Absent: the engine never releases its memory.
   *
   * @returns lets the engine release its memory again
   */
  keepLoaded?(): () => void;
  /** Releases its memory now unless it has work or is kept loaded; its next call loads it again. Absent: it can't. Resolves when that is done. */
  unload?(): Promise<void>;
  /** Resident memory of its workers, in bytes; `undefined` while nothing is loaded or if it is not known. */
  residentBytes?(): number | undefined;
  /**
   * Why it cannot serve calls now, in one line for operators, such as that its workers died and are being replaced. `undefined`
   * while it can, and while nothing is loaded because nothing was needed. Called by health checks, so it must be cheap. An engine
   * without it always counts as healthy.
   */
  problem?(): string | undefined;
  /** Ends workers and frees models. Units in progress reject with `SHUTTING_DOWN`. Safe to call twice. */
  close(): Promise<void>;
}
