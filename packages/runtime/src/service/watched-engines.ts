import type { EngineLoad, RecognitionEngine, SynthesisEngine } from '@parlance/core';
import type { Engines } from '../plugins/engines.ts';

/** Engines whose work is counted as it goes through. */
export interface WatchedEngines {
  readonly engines: Engines;
  /** How many of its units each engine works on now. */
  loads(): readonly EngineLoad[];
}

interface Count {
  readonly engine: string;
  readonly size: number;
  /** Units that were given to it and have not ended: what it has no worker for waits. */
  underWay: number;
}

export function watchEngines(engines: Engines): WatchedEngines {
  const counts: Count[] = [];
  const countOf = ({ id, capabilities }: SynthesisEngine | RecognitionEngine): Count => {
    const count = { engine: id, size: capabilities.concurrency, underWay: 0 };
    counts.push(count);
    return count;
  };
  return {
    engines: {
      ...engines,
      synthesis: engines.synthesis.map((engine) => watchSynthesis(engine, countOf(engine))),
      recognition: engines.recognition.map((engine) => watchRecognition(engine, countOf(engine))),
    },
    loads: () =>
      counts.map(({ engine, size, underWay }) => ({ engine, busy: Math.min(underWay, size), size })),
  };
}

/** The engine itself but for what is counted: members that are read late must not be copied early. */
function watchSynthesis(engine: SynthesisEngine, count: Count): SynthesisEngine {
  return Object.create(engine, {
    synthesize: {
      async *value(...call: Parameters<SynthesisEngine['synthesize']>) {
        count.underWay += 1;
        try {
          yield* engine.synthesize(...call);
        } finally {
          count.underWay -= 1;
        }
      },
    },
  }) as SynthesisEngine;
}

function watchRecognition(engine: RecognitionEngine, count: Count): RecognitionEngine {
  return Object.create(engine, {
    recognize: {
      async value(...call: Parameters<RecognitionEngine['recognize']>) {
        count.underWay += 1;
        try {
          return await engine.recognize(...call);
        } finally {
          count.underWay -= 1;
        }
      },
    },
  }) as RecognitionEngine;
}
