import { SpeechError } from '@parlance/core/errors';
import type { Span, SpanOptions, Tracer } from '@parlance/core/platform';

/** Runs work in its own span, which ends with it. */
export async function inSpan<Result>(
  tracer: Tracer,
  name: string,
  { work, ...options }: SpanOptions & { readonly work: (span: Span) => Promise<Result> },
): Promise<Result> {
  const span = tracer.start(name, options);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(SpeechError.from(error).code);
    throw error;
  }
}
