import type { RecognitionEngine, SynthesisEngine } from '@parlance/core/engine';

export type Synthesize = SynthesisEngine['synthesize'];
export type Recognize = RecognitionEngine['recognize'];

/** Takes the next call and the engine that it belongs to; returns the call that replaces it. */
export type Middleware<Engine, Call> = (next: Call, engine: Engine) => Call;
export type SynthesisMiddleware = Middleware<SynthesisEngine, Synthesize>;
export type RecognitionMiddleware = Middleware<RecognitionEngine, Recognize>;

/** @param middleware the first one is the outermost: it sees a call first and its result last */
export function compose<Engine, Call>(
  middleware: readonly Middleware<Engine, Call>[],
  engine: Engine,
  call: Call,
): Call {
  return middleware.reduceRight((next, wrap) => wrap(next, engine), call);
}
