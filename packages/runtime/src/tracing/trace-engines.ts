import type { EngineCallOptions } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { SpanAttributes, SpanOptions, Tracer } from '@parlance/core/platform';
import type { RecognitionMiddleware, SynthesisMiddleware } from '../engines/engine-middleware.ts';
import { inSpan } from './in-span.ts';

/** Middleware for the engines of a traced service: a span for each unit, with the time that it waited for a worker. */
export interface EngineTracing {
  readonly synthesis: SynthesisMiddleware;
  readonly recognition: RecognitionMiddleware;
}

export function traceEngines(tracer: Tracer): EngineTracing {
  return {
    synthesis: (next, { id }) =>
      async function* (given, options = {}) {
        const waited = watchStart(options);
        const span = tracer.start(
          'synthesize',
          about(id, options, { 'parlance.characters': given.text.length }),
        );
        const audio = span.run(() => next(given, waited.options))[Symbol.asyncIterator]();
        let errorCode: string | undefined;
        try {
          for (;;) {
            const pulled = await span.run(() => audio.next());
            if (pulled.done === true) return;
            yield pulled.value;
          }
        } catch (error) {
          errorCode = SpeechError.from(error).code;
          throw error;
        } finally {
          await audio.return?.();
          span.set(waited.attributes());
          span.end(errorCode);
        }
      },
    recognition:
      (next, { id, capabilities }) =>
      (samples, options = {}) => {
        const waited = watchStart(options);
        const seconds = samples.length / capabilities.sampleRateHz;
        return inSpan(tracer, 'recognize', {
          ...about(id, options, { 'parlance.audio_seconds': seconds }),
          work: async (span) => {
            const recognition = await next(samples, waited.options);
            span.set(waited.attributes());
            return recognition;
          },
        });
      },
  };
}

function about(engine: string, { lane }: EngineCallOptions, more: SpanAttributes): SpanOptions {
  return {
    attributes: { 'parlance.engine': engine, ...(lane !== undefined && { 'parlance.lane': lane }), ...more },
  };
}

/** Records when a worker gets the unit. */
function watchStart<Options extends EngineCallOptions>(options: Options) {
  const askedMs = performance.now();
  let startedMs: number | undefined;
  return {
    options: {
      ...options,
      onStart: () => {
        startedMs ??= performance.now();
        options.onStart?.();
      },
    },
    attributes: (): SpanAttributes =>
      startedMs === undefined ? {} : { 'parlance.wait_seconds': (startedMs - askedMs) / 1000 },
  };
}
