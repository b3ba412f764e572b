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
import type { HostedEngines } from '../plugins/engines.ts';

/** What stands between the service and its engines: their units are followed, so that it is known what waits. */
export interface EngineWatch {
  watchSynthesis<Engine extends SynthesisEngine>(engine: Engine): Engine;
  watchRecognition<Engine extends RecognitionEngine>(engine: Engine): Engine;
  /** Judges live calls by what the watched engines have to do. */
  readonly admission: LiveAdmission;
  /** How many of its units each engine works on now. */
  loads(): readonly EngineLoad[];
  figures(): readonly EngineFigures[];
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
  refused: number;
}

const MS_IN_SECOND = 1000;
const ADMITTED_LANES: readonly Lane[] = ['final', 'first', 'next', 'sync'];

export function createEngineWatch({ clock, maxLiveWaitSeconds }: EngineWatchOptions): EngineWatch {
  const watched: Watched[] = [];
  const watch = (kind: Watched['kind'], engine: SynthesisEngine | RecognitionEngine): BacklogMeter => {
    const size = engine.capabilities.concurrency;
    const meter = createBacklogMeter(size);
    watched.push({ engine: engine.id, kind, meter, size, refused: 0 });
    return meter;
  };
  const find = (engineId: string, lane: LiveLane): Watched | undefined => {
    const kind = lane === 'first' ? 'synthesis' : 'recognition';
    return watched.find((one) => one.engine === engineId && one.kind === kind);
  };
  const enter = (meter: BacklogMeter, options: EngineCallOptions): [BacklogUnit, EngineCallOptions] => {
    const unit = meter.enter(options, clock.monotonicMs());
    const hooks = {
      onStart: () => unit.start(clock.monotonicMs()),
      onEnd: () => unit.free(clock.monotonicMs()),
    };
    return [unit, { ...options, ...hooks }];
  };
  return {
    watchSynthesis<Engine extends SynthesisEngine>(engine: Engine): Engine {
      const meter = watch('synthesis', engine);
      return overlay(engine, 'synthesize', async function* (...[given, options = {}]: SynthesisCall) {
        const [unit, call] = enter(meter, options);
        try {
          for await (const chunk of engine.synthesize(given, call)) {
            // All of it is made; when it is read is the reader's affair.
            if (!engine.capabilities.streaming) unit.leave(clock.monotonicMs());
            yield chunk;
          }
        } finally {
          unit.leave(clock.monotonicMs());
        }
      });
    },
    watchRecognition<Engine extends RecognitionEngine>(engine: Engine): Engine {
      const meter = watch('recognition', engine);
      return overlay(engine, 'recognize', async (...[samples, options = {}]: RecognitionCall) => {
        const [unit, call] = enter(meter, options);
        return engine.recognize(samples, call).finally(() => unit.leave(clock.monotonicMs()));
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
    loads: () =>
      watched.map(({ engine, meter, size }) => ({
        engine,
        busy: Math.min(size, sum(Object.values(meter.backlog().running))),
        size,
      })),
    figures: () => watched.map(figuresOf),
  };
}

type SynthesisCall = Parameters<SynthesisEngine['synthesize']>;
type RecognitionCall = Parameters<RecognitionEngine['recognize']>;

/** The same engines, each watched. */
export function watchEngines(
  engines: HostedEngines,
  { watchSynthesis, watchRecognition }: EngineWatch,
): HostedEngines {
  return {
    ...engines,
    synthesis: engines.synthesis.map((engine) => watchSynthesis(engine)),
    recognition: engines.recognition.map((engine) => watchRecognition(engine)),
  };
}

function figuresOf({ engine, kind, meter, refused }: Watched): EngineFigures {
  const backlog = meter.backlog();
  const waits = ADMITTED_LANES.map((lane) => expectedWaitMs(backlog, { lane }));
  return {
    engine,
    kind,
    running: sum(Object.values(backlog.running)),
    waiting: sum(LANES.flatMap((lane) => [...backlog.waiting[lane].values()])),
    expectedWaitMs: Math.max(...waits),
    refused,
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
