import {
  type EngineState,
  type RecognitionEngine,
  type RecognitionStream,
  SpeechError,
  type SynthesisEngine,
  type VoiceActivityDetector,
  type VoiceActivityStream,
} from '@parlance/core';
import { createEngineLife, type EngineLife } from './engine-life.ts';

/** An engine in a service, whose life is followed: see `ENGINE_MOVES`. */
export type Hosted<Engine> = Engine & {
  readonly state: EngineState;
  /** Takes nothing new from now on; resolves when what was begun is over, at the latest after the time. */
  drain(timeoutMs: number): Promise<void>;
  hold(): () => void;
  /** Resolves when nobody holds it and nothing runs. */
  released(): Promise<void>;
};

interface AnyEngine {
  problem?(): string | undefined;
  warm(): Promise<void>;
  close(): Promise<void>;
}

export function hostSynthesis(engine: SynthesisEngine): Hosted<SynthesisEngine> {
  const { id, capabilities, voices } = engine;
  const life = createEngineLife(id);
  return {
    id,
    model: engine.model,
    residentBytes: () => engine.residentBytes?.(),
    capabilities,
    voices,
    get state() {
      return life.state;
    },
    ...lifeOf(engine, life),
    async *synthesize(...call) {
      const end = life.begin();
      let isDone = false;
      try {
        for await (const chunk of engine.synthesize(...call)) {
          refuseNoAudio(id, chunk);
          yield chunk;
        }
        isDone = true;
      } finally {
        end(isDone);
      }
    },
  };
}

export function hostRecognition(engine: RecognitionEngine): Hosted<RecognitionEngine> {
  const { id, capabilities, openStream } = engine;
  const life = createEngineLife(id);
  return {
    id,
    model: engine.model,
    residentBytes: () => engine.residentBytes?.(),
    capabilities,
    get state() {
      return life.state;
    },
    ...lifeOf(engine, life),
    recognize: (...call) => during(life, () => engine.recognize(...call)),
    ...(openStream && {
      openStream: (...call: Parameters<typeof openStream>) =>
        opened<RecognitionStream>(life, () => openStream.apply(engine, call)),
    }),
  };
}

export function hostVoiceActivity(engine: VoiceActivityDetector): Hosted<VoiceActivityDetector> {
  const { id, sampleRateHz, frameSamples } = engine;
  const life = createEngineLife(id);
  return {
    id,
    sampleRateHz,
    frameSamples,
    get state() {
      return life.state;
    },
    ...lifeOf(engine, life),
    open: (...call) => opened<VoiceActivityStream>(life, () => engine.open(...call)),
  };
}

function lifeOf(engine: AnyEngine, life: EngineLife) {
  return {
    problem: () => engine.problem?.(),
    warm: () => life.warm(() => engine.warm()),
    drain: (timeoutMs: number) => life.drain(timeoutMs),
    hold: () => life.hold(),
    released: () => life.released(),
    close: () => life.close(() => engine.close()),
  };
}

async function during<Value>(life: EngineLife, work: () => Promise<Value>): Promise<Value> {
  const end = life.begin();
  let isDone = false;
  try {
    const value = await work();
    isDone = true;
    return value;
  } finally {
    end(isDone);
  }
}

/** A stream is a piece of work from its opening to its close. */
async function opened<Stream extends { close(): Promise<void> }>(
  life: EngineLife,
  open: () => Promise<Stream>,
): Promise<Stream> {
  const end = life.begin();
  let isOver = false;
  const endOnce = (isDone: boolean): void => {
    if (!isOver) end(isDone);
    isOver = true;
  };
  try {
    const stream = await open();
    const close = (): Promise<void> => stream.close().finally(() => endOnce(true));
    return new Proxy(stream, {
      get(target, name) {
        if (name === 'close') return close;
        const member: unknown = Reflect.get(target, name, target);
        // Bound to the stream itself, whose private fields a proxy has not.
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  } catch (error) {
    endOnce(false);
    throw error;
  }
}

/**
 * A plugin's author would look for the fault in the text that is spoken, or in the host.
 *
 * @throws SpeechError `ENGINE_FAILED` for what is no audio
 */
function refuseNoAudio(engine: string, chunk: unknown): void {
  const refusal = (given: string): SpeechError =>
    new SpeechError(
      'ENGINE_FAILED',
      `${engine} gave ${given}; audio is a Float32Array of samples in [-1, 1].`,
      {
        engine,
      },
    );
  if (!(chunk instanceof Float32Array)) throw refusal(nameOf(chunk));
  // Single ones are made silent by the encoders; a chunk without any number is no slip of a model.
  if (chunk.length > 0 && chunk.every((sample) => Number.isNaN(sample))) throw refusal('no numbers (NaN)');
}

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value === null ? 'null' : `a ${typeof value}`}`;
  return `an object of ${value.constructor?.name ?? 'no class'}`;
}
