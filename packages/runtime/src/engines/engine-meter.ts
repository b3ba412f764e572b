import type { EngineCallOptions, LoadState, RecognitionEngine, SynthesisEngine } from '@parlance/core/engine';
import type { Clock } from '@parlance/core/platform';
import {
  type BacklogMeter,
  type BacklogUnit,
  createBacklogMeter,
  createLiveAdmission,
  expectedWaitMs,
  LANES,
  type Lane,
  type LiveAdmission,
  type LiveLane,
} from '@parlance/core/scheduling';
import type { EngineFigures, EngineLoad } from '@parlance/core/service';
import type { RecognitionMiddleware, SynthesisMiddleware } from './engine-middleware.ts';

/** Measures the units of a service's engines: how many wait and run, how long they take, and how many calls are refused for that. */
export interface EngineMeter {
  readonly synthesis: SynthesisMiddleware;
  readonly recognition: RecognitionMiddleware;
  /** Drops the figures of a removed engine. */
  forget(kind: EngineFigures['kind'], engineId: string): void;
  /** The work of an engine so far; `undefined` until its first unit has ended. */
  workOf(kind: EngineFigures['kind'], engineId: string): MeasuredWork | undefined;
  /** Admits or refuses live calls by what waits for the engines. */
  readonly admission: LiveAdmission;
  /** The number of units that each engine currently runs. */
  loads(): readonly EngineLoad[];
  figures(): readonly EngineFigures[];
}

/** Work done in this process: for synthesis the audio produced, for recognition the audio read. */
export interface MeasuredWork {
  readonly audioSeconds: number;
  /** The total time that workers spent on it. */
  readonly busySeconds: number;
}

export interface EngineMeterOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** `null`: no call is refused. */
  readonly maxLiveWaitSeconds: number | null;
}

interface MeteredEngine {
  readonly engine: string;
  readonly kind: EngineFigures['kind'];
  readonly meter: BacklogMeter;
  readonly size: number;
  readonly loadState: () => LoadState | null;
  readonly problem: () => string | null;
  readonly residentBytes: () => number | null;
  refused: number;
  /** Of successful units whose start and end the engine reported. */
  audioSeconds: number;
  busyMs: number;
}

const MS_IN_SECOND = 1000;
const ADMITTED_LANES: readonly Lane[] = ['final', 'first', 'next', 'sync'];

export function createEngineMeter({ clock, maxLiveWaitSeconds }: EngineMeterOptions): EngineMeter {
  let metered: readonly MeteredEngine[] = [];
  const add = (kind: MeteredEngine['kind'], engine: SynthesisEngine | RecognitionEngine): MeteredEngine => {
    const size = engine.capabilities.concurrency;
    const meter = createBacklogMeter(size);
    const problem = (): string | null => engine.problem?.() ?? null;
    const loadState = (): LoadState | null => engine.loadState ?? null;
    const residentBytes = (): number | null => engine.residentBytes?.() ?? null;
    const counts = { refused: 0, audioSeconds: 0, busyMs: 0 };
    const one = { engine: engine.id, kind, meter, size, loadState, problem, residentBytes, ...counts };
    metered = [...metered, one];
    return one;
  };
  const find = (kind: MeteredEngine['kind'], engineId: string): MeteredEngine | undefined =>
    metered.find((one) => one.kind === kind && one.engine === engineId);
  const enter = (one: MeteredEngine, options: EngineCallOptions): EnteredUnit => {
    const unit = one.meter.enter(options, clock.monotonicMs());
    let startedMs: number | undefined;
    let busyMs = 0;
    const hooks = {
      onStart: () => {
        startedMs = clock.monotonicMs();
        unit.start(startedMs);
      },
      onEnd: () => {
        const nowMs = clock.monotonicMs();
        if (startedMs !== undefined) busyMs += nowMs - startedMs;
        unit.free(nowMs);
      },
    };
    return {
      unit,
      call: { ...options, ...hooks },
      done(audioSeconds) {
        if (busyMs === 0) return;
        one.busyMs += busyMs;
        one.audioSeconds += audioSeconds;
      },
    };
  };
  return {
    synthesis(next, engine) {
      const one = add('synthesis', engine);
      const ratesHz = new Map(engine.voices.map(({ code, nativeRateHz }) => [code, nativeRateHz]));
      return async function* (given, options = {}) {
        const { unit, call, done } = enter(one, options);
        let samples = 0;
        try {
          for await (const chunk of next(given, call)) {
            // All audio has been synthesized by now; how fast it is read does not concern the worker.
            if (!engine.capabilities.streaming) unit.leave(clock.monotonicMs());
            samples += chunk.length;
            yield chunk;
          }
          done(samples / (ratesHz.get(given.voiceCode) ?? Number.POSITIVE_INFINITY));
        } finally {
          unit.leave(clock.monotonicMs());
        }
      };
    },
    recognition(next, engine) {
      const one = add('recognition', engine);
      const { sampleRateHz } = engine.capabilities;
      return async (samples, options = {}) => {
        const { unit, call, done } = enter(one, options);
        // Read before the buffer is transferred to the engine.
        const audioSeconds = samples.length / sampleRateHz;
        try {
          const recognition = await next(samples, call);
          done(audioSeconds);
          return recognition;
        } finally {
          unit.leave(clock.monotonicMs());
        }
      };
    },
    admission: createLiveAdmission({
      backlogOf: (engineId, lane) => find(kindOf(lane), engineId)?.meter.backlog(),
      maxWaitMs: maxLiveWaitSeconds === null ? null : maxLiveWaitSeconds * MS_IN_SECOND,
      onRefusal(engineId, lane) {
        const engine = find(kindOf(lane), engineId);
        if (engine !== undefined) engine.refused += 1;
      },
    }),
    forget(kind, engineId) {
      metered = metered.filter((one) => one.kind !== kind || one.engine !== engineId);
    },
    workOf(kind, engineId) {
      const one = find(kind, engineId);
      if (one === undefined || one.audioSeconds === 0) return undefined;
      return { audioSeconds: one.audioSeconds, busySeconds: one.busyMs / MS_IN_SECOND };
    },
    loads: () =>
      metered.map(({ engine, meter, size, loadState, problem }) => ({
        engine,
        busy: Math.min(size, sum(Object.values(meter.backlog().running))),
        size,
        loadState: loadState(),
        problem: problem(),
      })),
    figures: () => metered.map(figuresOf),
  };
}

interface EnteredUnit {
  readonly unit: BacklogUnit;
  readonly call: EngineCallOptions;
  /** Reports success, with the length of its audio. */
  done(audioSeconds: number): void;
}

function kindOf(lane: LiveLane): MeteredEngine['kind'] {
  return lane === 'first' ? 'synthesis' : 'recognition';
}

function figuresOf(one: MeteredEngine): EngineFigures {
  const { engine, kind, meter, refused, size, problem, loadState, residentBytes } = one;
  const backlog = meter.backlog();
  const waits = ADMITTED_LANES.map((lane) => expectedWaitMs(backlog, { lane }));
  return {
    engine,
    kind,
    running: sum(Object.values(backlog.running)),
    waiting: sum(LANES.flatMap((lane) => [...backlog.waiting[lane].values()])),
    expectedWaitMs: Math.max(...waits),
    refused,
    problem: problem(),
    residentBytes: residentBytes(),
    workers: size,
    loadState: loadState(),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
