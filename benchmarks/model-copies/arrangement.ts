export type ModelName = 'joe' | 'moonshine';

/** Which threads of a process hold a model, and how their units reach it. */
export interface Arrangement {
  readonly model: ModelName;
  /** Units at once, beside the one that somebody waits for. */
  readonly workers: number;
  /**
   * - `copies`: a thread with a copy of its own for each worker and for the lead
   * - `lead-and-shared`: a copy for the lead, and one for all workers, which compute on libuv's pool
   * - `shared`: one copy; the lead's unit computes in the thread that holds it, the workers' on libuv's pool
   */
  readonly sharing: 'copies' | 'lead-and-shared' | 'shared';
}

/** What one thread loads. */
export interface ThreadPlan {
  readonly model: ModelName;
  /** Of the model, by role. */
  readonly files: Readonly<Record<string, string>>;
  /** Threads inside onnxruntime. */
  readonly nativeThreads: number;
  /** Lines of onnxruntime's session options; empty for its defaults. */
  readonly sessionOptions: string;
  /** Whether units of workers compute on libuv's pool. */
  readonly usesPool: boolean;
  /** Whether this thread lets others go first. */
  readonly isYielding: boolean;
  /** Whether the threads of libuv's pool do. */
  readonly poolYields: boolean;
  readonly warmUp: Unit;
}

/** A text for a voice, mono samples at 16 kHz for a recognizer. */
export type Unit = string | Float32Array;

export interface UnitOrder {
  readonly id: number;
  readonly unit: Unit;
  /** Whether somebody waits for it: then it computes in the thread itself. */
  readonly isLead: boolean;
}

export type ThreadReport =
  | { readonly type: 'loaded' }
  | { readonly type: 'done'; readonly id: number; readonly audioSeconds: number };

/** What a process that holds the model is asked to do, once. */
export interface CopiesOrder extends Arrangement {
  readonly files: Readonly<Record<string, string>>;
  readonly warmUp: Unit;
  readonly leadWarmUp: Unit;
  /** What somebody waits for. */
  readonly live: Unit;
  readonly batch: readonly Unit[];
  /** The longest unit that comes, for memory. */
  readonly longest: Unit;
  /** Whether time is measured, or memory alone. */
  readonly isTimed: boolean;
}

export interface CopiesResult {
  readonly values: Readonly<Record<string, number>>;
}
