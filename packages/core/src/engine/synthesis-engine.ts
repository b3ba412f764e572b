import type { UnitPlace } from '../scheduling/unit-queue.ts';
import type { Pronunciation } from './pronunciation.ts';
import type { UnitManner } from './unit-manner.ts';
import type { Voice } from './voice.ts';

/** What an engine can do. It never claims what it fakes. */
export interface SynthesisCapabilities {
  /** Whether audio of one unit comes in several chunks while it is still being made. */
  readonly streaming: boolean;
  /** The longest text of one unit that the engine takes, in code points. */
  readonly maxUnitChars: number;
  /** How many units it works on at once; more wait in its queue. */
  readonly concurrency: number;
  /**
   * Whether the engine itself reads amounts, dates, units, abbreviations and the like as people do, and better than `readAloud`: it
   * is then given text as it is written. Absent: no.
   */
  readonly normalizesText?: boolean;
}

/** One text segment: the smallest piece of synthesis that is scheduled, started or aborted. */
export interface SynthesisUnit extends UnitManner {
  /** One segment, trimmed, with at least one letter, digit or symbol that can be spoken. */
  readonly text: string;
  /** A `code` of {@link SynthesisEngine.voices}. */
  readonly voiceCode: string;
  /** In order, apart from each other; given to voices that declare {@link Voice.sounds} only. Absent: all is said as it is written. */
  readonly pronunciations?: readonly Pronunciation[];
}

/**
 * How one unit is to be treated. Where it queues up is for engines with a queue; others need not know it. A unit whose place a
 * newer one took, by `latestOf`, rejects with `ABORTED`.
 */
export interface EngineCallOptions extends Partial<UnitPlace> {
  /** Aborts the unit: a queued one at once, a running one by its end. */
  readonly signal?: AbortSignal;
  /** What it is wanted for. Default `first`. */
  readonly lane?: UnitPlace['lane'];
  /**
   * To be called when a worker takes the unit, once more when it has to start again. An engine with a queue calls this and
   * {@link EngineCallOptions.onEnd}, or neither; then units are assumed to get workers in the order in which they came.
   */
  readonly onStart?: () => void;
  /** To be called when the unit's worker is free again, be it before the unit's audio is read or after its caller left. */
  readonly onEnd?: () => void;
  /**
   * To be called with the milliseconds that the unit waited for the model to load in one of the workers, if the engine was `loaded` when
   * it came, before `onStart`. How long others wait, the host sees by {@link SynthesisEngine.loadState}.
   */
  readonly onLoad?: ((durationMs: number) => void) | undefined;
  /** Whether audio that the same unit gave before will do; a matter of the host's cache, not of engines. Default true. */
  readonly reuse?: boolean | undefined;
}

/** Whether a call would find the engine's model loaded; `loading-more`: in some of its workers, while others still load. */
export type LoadState = 'unloaded' | 'loading' | 'loading-more' | 'loaded';

/**
 * Turns text into speech. Implemented by plugins.
 */
export interface SynthesisEngine {
  readonly id: string;
  /** Id of the model that it runs, as the store knows it. Absent: it asks the store for none. */
  readonly model?: string | undefined;
  readonly capabilities: SynthesisCapabilities;
  readonly voices: readonly Voice[];
  /** Loads what the first unit would otherwise wait for. Safe to call twice. */
  warm(): Promise<void>;
  /**
   * Speaks one unit.
   *
   * @returns mono chunks in [-1, 1] at the voice's native rate; the consumer owns each buffer. A unit with nothing
   * that the voice can speak gives no samples at all.
   * @throws SpeechError `VOICE_NOT_FOUND`, `TEXT_TOO_LONG` beyond `maxUnitChars`, `ABORTED`, `ENGINE_FAILED`, `ENGINE_CRASHED`,
   * `ENGINE_TIMEOUT`, `ENGINE_UNAVAILABLE`, `SHUTTING_DOWN` after `close`
   */
  synthesize(unit: SynthesisUnit, options?: EngineCallOptions): AsyncIterable<Float32Array>;
  /**
   * To be called by who speaks more than one unit: an engine that is taken out of a running service closes when all have let go.
   * A matter of the host, not of plugins.
   *
   * @returns lets go
   */
  hold?(): () => void;
  /** Cheap to read. Absent: the host can't tell how long calls wait for it to load. */
  readonly loadState?: LoadState;
  /**
   * Keeps the engine from giving its memory back, or from doing so again once it is loaded; the host does it for the engines of its
   * defaults. Absent: the engine never does.
   *
   * @returns lets go
   */
  keepLoaded?(): () => void;
  /** What its workers take of the machine's memory now; `undefined` while nothing is loaded or where it is not known. */
  residentBytes?(): number | undefined;
  /**
   * Why it can serve nothing now, in one line for operators, such as that its workers died and are being replaced. `undefined`
   * while it can, and while nothing is loaded because nothing was needed. Asked for by health checks: must be cheap. An engine
   * without it always counts as able to serve.
   */
  problem?(): string | undefined;
  /** Ends workers and frees models. Units in progress reject with `SHUTTING_DOWN`. Safe to call twice. */
  close(): Promise<void>;
}
