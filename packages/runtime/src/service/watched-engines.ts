import {
  type BacklogMeter,
  type BacklogUnit,
  type Clock,
  createBacklogMeter,
  createLiveAdmission,
  type EngineCallOptions,
  type EngineFigures,
  type EngineLoad,
  expectedWaitMs,
  LANES,
  type Lane,
  type LiveAdmission,
  type LiveLane,
  type RecognitionEngine,
  type SynthesisEngine,
} from '@parlance/core';

/** What stands between the service and its engines: their units are followed, so that it is known what waits. */
export interface EngineWatch {
  watchSynthesis<Engine extends SynthesisEngine>(engine: Engine): Engine;
  watchRecognition<Engine extends RecognitionEngine>(engine: Engine): Engine;
  /** Forgets an engine that is gone. */
  unwatch(kind: EngineFigures['kind'], engineId: string): void;
  /** What an engine has done so far; `undefined` before its first unit has ended. */
  workOf(kind: EngineFigures['kind'], engineId: string): MeasuredWork | undefined;
  /** Judges live calls by what the watched engines have to do. */
  readonly admission: LiveAdmission;
  /** How many of its units each engine works on now. */
  loads(): readonly EngineLoad[];
  figures(): readonly EngineFigures[];
}

/** Real work in this process: of synthesis the audio that was made, of recognition the audio that was read. */
export interface MeasuredWork {
  readonly audioSeconds: number;
  /** Time that workers were at it, added up. */
  readonly busySeconds: number;
}

export interface EngineWatchOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** `null`: nobody is refused. */
  readonly maxLiveWaitSeconds: number | null;
}

interface Watched {
  readonly engine: string;
  readonly kind: EngineFigures['kind'];
  readonly meter: BacklogMeter;
  readonly size: number;
  readonly problem: () => string | null;
  refused: number;
  /** Of units that ended well and that the engine told start and end of. */
  audioSeconds: number;
  busyMs: number;
}

const MS_IN_SECOND = 1000;
const ADMITTED_LANES: readonly Lane[] = ['final', 'first', 'next', 'sync'];

export function createEngineWatch({ clock, maxLiveWaitSeconds }: EngineWatchOptions): EngineWatch {
  let watched: readonly Watched[] = [];
  const watch = (kind: Watched['kind'], engine: SynthesisEngine | RecognitionEngine): Watched => {
    const size = engine.capabilities.concurrency;
    const meter = createBacklogMeter(size);
    const problem = (): string | null => engine.problem?.() ?? null;
    const one = { engine: engine.id, kind, meter, size, problem, refused: 0, audioSeconds: 0, busyMs: 0 };
    watched = [...watched, one];
    return one;
  };
  const find = (engineId: string, lane: LiveLane): Watched | undefined => {
    const kind = lane === 'first' ? 'synthesis' : 'recognition';
    return watched.find((one) => one.engine === engineId && one.kind === kind);
  };
  const enter = (one: Watched, options: EngineCallOptions): EnteredUnit => {
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
    watchSynthesis<Engine extends SynthesisEngine>(engine: Engine): Engine {
      const one = watch('synthesis', engine);
      const ratesHz = new Map(engine.voices.map(({ code, nativeRateHz }) => [code, nativeRateHz]));
      return overlay(engine, 'synthesize', async function* (...[given, options = {}]: SynthesisCall) {
        const { unit, call, done } = enter(one, options);
        let samples = 0;
        try {
          for await (const chunk of engine.synthesize(given, call)) {
            // All of it is made; when it is read is the reader's affair.
            if (!engine.capabilities.streaming) unit.leave(clock.monotonicMs());
            samples += chunk.length;
            yield chunk;
          }
          done(samples / (ratesHz.get(given.voiceCode) ?? Number.POSITIVE_INFINITY));
        } finally {
          unit.leave(clock.monotonicMs());
        }
      });
    },
    watchRecognition<Engine extends RecognitionEngine>(engine: Engine): Engine {
      const one = watch('recognition', engine);
      const { sampleRateHz } = engine.capabilities;
      return overlay(engine, 'recognize', async (...[samples, options = {}]: RecognitionCall) => {
        const { unit, call, done } = enter(one, options);
        // Read before the engine takes the buffer with it.
        const audioSeconds = samples.length / sampleRateHz;
        try {
          const recognition = await engine.recognize(samples, call);
          done(audioSeconds);
          return recognition;
        } finally {
          unit.leave(clock.monotonicMs());
        }
      });
    },
    admission: createLiveAdmission({
      backlogOf: (engineId, lane) => find(engineId, lane)?.meter.backlog(),
      maxWaitMs: maxLiveWaitSeconds === null ? null : maxLiveWaitSeconds * MS_IN_SECOND,
      onRefusal(engineId, lane) {
        const engine = find(engineId, lane);
        if (engine !== undefined) engine.refused += 1;
      },
    }),
    unwatch(kind, engineId) {
      watched = watched.filter((one) => one.kind !== kind || one.engine !== engineId);
    },
    workOf(kind, engineId) {
      const one = watched.find((other) => other.kind === kind && other.engine === engineId);
      if (one === undefined || one.audioSeconds === 0) return undefined;
      return { audioSeconds: one.audioSeconds, busySeconds: one.busyMs / MS_IN_SECOND };
    },
    loads: () =>
      watched.map(({ engine, meter, size, problem }) => ({
        engine,
        busy: Math.min(size, sum(Object.values(meter.backlog().running))),
        size,
        problem: problem(),
      })),
    figures: () => watched.map(figuresOf),
  };
}

interface EnteredUnit {
  readonly unit: BacklogUnit;
  readonly call: EngineCallOptions;
  /** It ended well, and was so much audio. */
  done(audioSeconds: number): void;
}

type SynthesisCall = Parameters<SynthesisEngine['synthesize']>;
type RecognitionCall = Parameters<RecognitionEngine['recognize']>;

function figuresOf({ engine, kind, meter, refused, problem }: Watched): EngineFigures {
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
  };
}

/**
 * The engine itself but for one member: others that are read late must not be copied early. The member is configurable, as
 * whoever puts a proxy before it may show another one.
 */
function overlay<Engine extends object>(engine: Engine, name: string, value: unknown): Engine {
  return Object.create(engine, { [name]: { value, configurable: true } }) as Engine;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
